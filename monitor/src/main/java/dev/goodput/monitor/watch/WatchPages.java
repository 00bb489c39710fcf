package dev.goodput.monitor.watch;

import dev.goodput.gateway.admin.AdminSources;
import dev.goodput.monitor.live.Exports;
import dev.goodput.monitor.live.LiveTraffic;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.monitor.page.LiveDocument;
import dev.goodput.monitor.page.LiveInput;
import dev.goodput.monitor.page.LiveInput.GatewayFacts;
import dev.goodput.monitor.page.LiveInput.LiveQuery;
import dev.goodput.monitor.page.LivePage;
import dev.goodput.telemetry.metric.PrometheusPage;
import dev.goodput.wire.client.MaskedUrl;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The admin pages of a watch.
final class WatchPages implements AdminSources {
  /// Shown instead of a listen address: a watch accepts no clients.
  private static final String NO_CLIENTS = "watch";

  private final Page page = new Page(LivePage.MEDIA_TYPE, LivePage.html());
  private final LiveTraffic traffic;
  private final Exports exports;
  private final ServiceInstance self;
  private final Instant origin;
  private final ProbeLoop probing;
  private final List<String> words;

  /// @param words the description of the watch, in lines
  WatchPages(
      LiveTraffic traffic,
      Exports exports,
      ServiceInstance self,
      Instant origin,
      ProbeLoop probing,
      List<String> words) {
    this.traffic = traffic;
    this.exports = exports;
    this.self = self;
    this.origin = origin;
    this.probing = probing;
    this.words = List.copyOf(words);
  }

  @Override
  public Page page() {
    return page;
  }

  @Override
  public Page live(String target) {
    LiveInput input = new LiveInput(traffic.snapshot(), null, facts());
    return new Page(LiveDocument.MEDIA_TYPE, LiveDocument.write(input, LiveQuery.of(target)));
  }

  private GatewayFacts facts() {
    return new GatewayFacts(
        NO_CLIENTS,
        self.version(),
        origin,
        false,
        probing.sites().stream()
            .map(TargetHistory::problem)
            .filter(each -> !each.isEmpty())
            .toList(),
        words,
        probing.sites().stream().map(this::fact).toList());
  }

  private GatewayFacts.Upstream fact(TargetHistory watched) {
    ProbeTarget site = watched.site();
    Outage outage = probing.down().get(site.name());
    String url = site.endpoint().baseUrl().toString();
    return new GatewayFacts.Upstream(
        site.name(),
        MaskedUrl.address(url),
        outage == null,
        outage == null
            ? ""
            : "since " + origin.plusNanos(outage.firstNanos()) + ": " + outage.why());
  }

  @Override
  public Page metrics(@Nullable String accept) {
    PrometheusPage.Rendered rendered = exports.page(accept);
    return new Page(rendered.contentType(), rendered.body().array());
  }

  @Override
  public Page config() {
    String text = String.join("\n", words) + "\n";
    return new Page("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /// Returns ready even while a server is down: reporting that is the purpose of a watch.
  @Override
  public Readiness readiness() {
    return new Readiness(true, "ready");
  }

  /// Always null: no client waits for a watch, and a probe that hangs is a reported outage.
  @Override
  public @Nullable String restartReason() {
    return null;
  }
}
