package dev.goodput.report.live;

import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.UnreadCount;
import dev.goodput.report.document.Fields;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The `gateway` part: what it is, whom it asks, whether it sees all.
final class GatewayPart {
  private static final int MOST_UPSTREAMS = 40;
  private static final int MOST_WORDS = 8;

  private GatewayPart() {}

  static Fields of(LiveInput in) {
    GatewayFacts facts = in.gateway();
    TrafficSnapshot traffic = in.traffic();
    return new Fields()
        .text("listen", Told.name(facts.listen()))
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
                .limit(MOST_UPSTREAMS)
                .map(upstream -> upstream(upstream, traffic.inFlight()))
                .toList());
  }

  /// Nothing where everything was understood.
  private static @Nullable Fields unreadFields(TrafficSnapshot traffic) {
    Collection<UnreadCount> all = traffic.unread().values();
    return all.isEmpty()
        ? null
        : new Fields()
            .whole("requests", unread(traffic))
            .whole("request_bytes", all.stream().mapToLong(UnreadCount::requestBytes).sum())
            .whole("answer_bytes", all.stream().mapToLong(UnreadCount::answerBytes).sum())
            .number("seconds", all.stream().mapToLong(UnreadCount::nanos).sum() / 1e9);
  }

  /// Requests that were passed on, and not understood as questions to a model.
  static long unread(TrafficSnapshot traffic) {
    return traffic.unread().values().stream().mapToLong(UnreadCount::requests).sum();
  }

  static double seconds(TrafficSnapshot traffic) {
    return (traffic.nowNanos() - traffic.beganNanos()) / 1e9;
  }

  private static List<String> sentences(List<String> from) {
    return from.stream().limit(MOST_WORDS).map(Told::words).toList();
  }

  private static Fields upstream(GatewayFacts.Upstream upstream, List<InFlight> inFlight) {
    List<InFlight> here =
        inFlight.stream().filter(each -> each.upstream().equals(upstream.name())).toList();
    return new Fields()
        .text("name", Told.name(upstream.name()))
        .text("url", Told.name(upstream.url()))
        .flag("reachable", upstream.reachable())
        .text("words", Told.words(upstream.words()))
        .whole("in_flight", sum(here.stream().mapToInt(InFlight::requests).sum()))
        .whole("waiting_for_first_token", sum(here.stream().mapToInt(InFlight::awaiting).sum()));
  }

  private static Long sum(int value) {
    return Long.valueOf(value);
  }
}
