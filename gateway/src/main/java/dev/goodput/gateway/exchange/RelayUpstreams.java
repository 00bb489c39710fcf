package dev.goodput.gateway.exchange;

import dev.goodput.gateway.plan.Deadlines;
import dev.goodput.gateway.plan.ExtraHeader;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.relay.Upstream;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/// A plan's upstreams in the relay's form.
final class RelayUpstreams {
  private static final long FOREVER_NANOS = 3_600_000_000_000L;

  private RelayUpstreams() {}

  /// Returns the upstreams by name.
  static Map<String, Upstream> of(GatewayPlan plan) {
    Map<String, Upstream> all = new HashMap<>();
    for (dev.goodput.gateway.plan.Upstream each : plan.upstreams()) {
      all.put(each.name(), of(each, plan.guard().deadlines()));
    }
    return all;
  }

  private static Upstream of(dev.goodput.gateway.plan.Upstream planned, Deadlines deadlines) {
    URI url = planned.url();
    return new Upstream(
        planned.name(),
        URI.create(url.getScheme() + "://" + url.getRawAuthority() + planned.pathPrefix()),
        planned.tls(),
        planned.keepHost(),
        planned.headers().stream().map(ExtraHeader::header).toList(),
        deadlines.connectNanos() == 0 ? FOREVER_NANOS : deadlines.connectNanos(),
        deadlines.firstByteNanos(),
        deadlines.upstreamIdleNanos(),
        planned.http());
  }
}
