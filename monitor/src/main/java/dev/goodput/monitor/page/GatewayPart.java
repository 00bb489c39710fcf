package dev.goodput.monitor.page;

import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.UnparsedCount;
import dev.goodput.monitor.page.LiveInput.GatewayFacts;
import dev.goodput.report.model.JsonObject;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The `gateway` part: name and version, upstreams, and whether it observes all traffic.
final class GatewayPart {
  private static final int MAX_UPSTREAMS = 40;
  private static final int MAX_WORDS = 8;

  private GatewayPart() {}

  static JsonObject of(LiveInput in) {
    GatewayFacts facts = in.gateway();
    TrafficSnapshot traffic = in.traffic();
    return new JsonObject()
        .text("listen", LiveFormat.name(facts.listen()))
        .text("version", facts.version())
        .text("started", in.at(traffic.beganNanos()).toString())
        .number("up_s", seconds(traffic))
        .flag("draining", facts.draining())
        .texts("notes", sentences(facts.notes()))
        .texts("troubles", sentences(facts.troubles()))
        .whole("attempts_seen", traffic.records())
        .whole("observations_lost", traffic.lost())
        .object("unread", unreadFields(traffic))
        .objects(
            "upstreams",
            facts.upstreams().stream()
                .limit(MAX_UPSTREAMS)
                .map(upstream -> upstream(upstream, traffic.inFlight()))
                .toList());
  }

  /// Nothing where everything was understood.
  private static @Nullable JsonObject unreadFields(TrafficSnapshot traffic) {
    Collection<UnparsedCount> all = traffic.unread().values();
    return all.isEmpty()
        ? null
        : new JsonObject()
            .whole("requests", unread(traffic))
            .whole("request_bytes", all.stream().mapToLong(UnparsedCount::requestBytes).sum())
            .whole("answer_bytes", all.stream().mapToLong(UnparsedCount::answerBytes).sum())
            .number("seconds", all.stream().mapToLong(UnparsedCount::nanos).sum() / 1e9);
  }

  /// Returns the requests that were forwarded but are no model requests.
  static long unread(TrafficSnapshot traffic) {
    return traffic.unread().values().stream().mapToLong(UnparsedCount::requests).sum();
  }

  static double seconds(TrafficSnapshot traffic) {
    return (traffic.nowNanos() - traffic.beganNanos()) / 1e9;
  }

  private static List<String> sentences(List<String> from) {
    return from.stream().limit(MAX_WORDS).map(LiveFormat::words).toList();
  }

  private static JsonObject upstream(GatewayFacts.Upstream upstream, List<InFlight> inFlight) {
    List<InFlight> here =
        inFlight.stream().filter(each -> each.upstream().equals(upstream.name())).toList();
    return new JsonObject()
        .text("name", LiveFormat.name(upstream.name()))
        .text("url", LiveFormat.name(upstream.url()))
        .flag("reachable", upstream.reachable())
        .text("words", LiveFormat.words(upstream.words()))
        .whole("in_flight", sum(here.stream().mapToInt(InFlight::requests).sum()))
        .whole("waiting_for_first_token", sum(here.stream().mapToInt(InFlight::awaiting).sum()));
  }

  private static Long sum(int value) {
    return Long.valueOf(value);
  }
}
