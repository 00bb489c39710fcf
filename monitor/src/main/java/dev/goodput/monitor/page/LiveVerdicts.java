package dev.goodput.monitor.page;

import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.Coalescing;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficWarning;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.Severity;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The verdicts that the page shows first: each SLO class, whether the gateway sees all traffic,
/// and warning signs, what is bad before what is not; with the parts `coalescing`, `signs` and
/// `events` that they rest on.
final class LiveVerdicts {
  private static final int MAX_CLASSES = 4;
  private static final int MAX_TROUBLES = 3;
  private static final int MAX_EVENTS = 50;
  private static final int MAX_UPSTREAMS = 20;

  private LiveVerdicts() {}

  static List<JsonObject> of(LiveInput in) {
    List<Tile> verdicts = new ArrayList<>();
    TrafficSnapshot traffic = in.traffic();
    traffic.plan().slos().keySet().stream()
        .limit(MAX_CLASSES)
        .map(name -> slo(traffic, name))
        .forEach(verdicts::add);
    if (traffic.plan().slos().isEmpty()) {
      verdicts.add(
          verdict(
              Severity.PLAIN, "no SLO", "No SLO defines what is good: --slo chat, for example."));
    }
    verdicts.add(signs(traffic));
    verdicts.add(observation(in));
    return verdicts.stream().sorted(Comparator.comparingInt(Tile::rank)).map(Tile::fields).toList();
  }

  /// A verdict of the page.
  private record Tile(Severity severity, String title, String text) {
    int rank() {
      return switch (severity) {
        case BAD -> 0;
        case WARN -> 1;
        case GOOD, PLAIN, OPEN -> 2;
      };
    }

    JsonObject fields() {
      return new JsonObject().text("tone", severity.key()).text("title", title).text("text", text);
    }
  }

  private static Tile verdict(Severity severity, String title, String text) {
    return new Tile(severity, title, text);
  }

  private static Tile slo(TrafficSnapshot traffic, String name) {
    String shown = SloPart.className(traffic, name);
    SloCount count = SloPart.lately(traffic).get(name);
    if (count == null || count.total() == 0) {
      return verdict(
          Severity.PLAIN, shown + ": not known", "No request was judged in the last five minutes.");
    }
    double share = (double) count.good() / count.total();
    List<String> broken = SloPart.broken(count, traffic.plan().attainmentTarget());
    String kept =
        "%s of %s kept every bound in the last %s"
            .formatted(
                Figures.count(count.good()),
                Figures.counted(count.total(), "request"),
                covered(traffic));
    return broken.isEmpty()
        ? verdict(
            Severity.GOOD,
            "meets %s: %s good".formatted(shown, Figures.share(share)),
            kept + " (" + count.slo().expression() + ").")
        : verdict(
            Severity.BAD,
            "misses %s: %s good".formatted(shown, Figures.share(share)),
            kept + "; not held: " + String.join(", ", broken) + ".");
  }

  /// A gateway that has not run for five minutes has seen no such window.
  private static String covered(TrafficSnapshot traffic) {
    double up = GatewayPart.seconds(traffic);
    return up < traffic.all().fiveMinutes().nominalSeconds() ? Figures.span(up) : "five minutes";
  }

  private static Tile signs(TrafficSnapshot traffic) {
    List<String> seen =
        Stream.concat(
                traffic.coalescing().values().stream()
                    .filter(each -> each.cause().holds())
                    .map(_ -> "a hop holds streams back")
                    .distinct(),
                traffic.signs().stream()
                    .filter(sign -> Boolean.TRUE.equals(sign.seen()))
                    .map(sign -> sign.kind().words()))
            .toList();
    String unseen =
        traffic.signs().stream()
            .filter(sign -> sign.seen() == null)
            .map(sign -> sign.kind().words())
            .collect(Collectors.joining("; "));
    boolean known =
        traffic.coalescing().values().stream()
            .anyMatch(each -> each.cause() != Coalescing.Cause.UNDECIDED);
    String hidden = unseen.isEmpty() ? "" : " Not observable here: " + unseen + ".";
    if (seen.isEmpty() && traffic.records() == 0) {
      return verdict(
          Severity.PLAIN, "no warning sign yet", "No request has ended, so none can be seen.");
    }
    return seen.isEmpty()
        ? verdict(
            Severity.PLAIN,
            "no warning sign",
            (known
                    ? "No hop holds streams back, and no sign shows that a limit is near."
                    : "No sign shows that a limit is near; too few streams to check the hops.")
                + hidden)
        : verdict(
            Severity.WARN,
            Figures.counted(seen.size(), "warning sign"),
            "Seen: " + String.join("; ", seen) + "." + hidden);
  }

  private static Tile observation(LiveInput in) {
    long lost = in.traffic().lost();
    long seen = in.traffic().records();
    List<String> troubles = in.gateway().troubles();
    if (lost == 0 && troubles.isEmpty()) {
      return sees(seen, GatewayPart.unread(in.traffic()));
    }
    List<String> words = new ArrayList<>();
    if (lost > 0) {
      words.add(
          "%s missing here: %s in the figures. They were forwarded all the same"
              .formatted(
                  Figures.counted(lost, "exchange") + (lost == 1 ? " is" : " are"),
                  Figures.count(seen) + (seen == 1 ? " is" : " are")));
    }
    troubles.stream().limit(MAX_TROUBLES).map(LiveFormat::words).forEach(words::add);
    return verdict(
        Severity.BAD,
        lost > 0 ? "does not see all traffic" : "something does not work",
        String.join("; ", words) + ".");
  }

  /// Where nothing is lost.
  ///
  /// @param unread forwarded requests that could not be parsed
  private static Tile sees(long seen, long unread) {
    String more =
        unread == 0
            ? ""
            : " %s forwarded, such as a model list or a metrics page."
                .formatted(
                    unread == 1
                        ? "1 other request was"
                        : Figures.count(unread) + " other requests were");
    if (seen == 0) {
      return verdict(
          Severity.PLAIN,
          unread == 0 ? "waits for the first figures" : "nothing recognized yet",
          "No request to a model has ended yet." + more);
    }
    return verdict(
        Severity.PLAIN,
        unread == 0 ? "sees all traffic" : "sees all model requests",
        (seen == 1
                ? "The one exchange that ended is"
                : "All of %s that ended are".formatted(Figures.counted(seen, "exchange")))
            + " in these figures."
            + more);
  }

  static List<JsonObject> coalescing(TrafficSnapshot traffic) {
    return traffic.coalescing().entrySet().stream()
        .limit(MAX_UPSTREAMS)
        .map(each -> coalescing(each.getKey(), each.getValue()))
        .toList();
  }

  private static JsonObject coalescing(String upstream, Coalescing found) {
    return new JsonObject()
        .text("upstream", LiveFormat.name(upstream))
        .text("cause", found.cause().key())
        .text("remedy", found.cause().remedy())
        .text("evidence", LiveFormat.words(found.evidence()))
        .whole("streams", found.streams())
        .whole("lumped", found.lumped())
        .number("held_ms", found.cause().holds() ? Double.valueOf(found.heldMs()) : null);
  }

  static List<JsonObject> allSigns(LiveInput in) {
    return in.traffic().signs().stream().map(sign -> sign(in, sign)).toList();
  }

  private static JsonObject sign(LiveInput in, TrafficWarning sign) {
    Long since = sign.sinceNanos();
    return new JsonObject()
        .text("sign", sign.kind().key())
        .text("name", sign.kind().words())
        .flag("seen", sign.seen())
        .text("since", since == null ? null : in.at(since).toString())
        .text("evidence", LiveFormat.words(sign.evidence()));
  }

  static List<JsonObject> alerts(LiveInput in) {
    return in.traffic().alerts().states().stream()
        .map(state ->
            new JsonObject()
                .text("slo", LiveFormat.name(state.slo()))
                .text("severity", state.severity())
                .flag("firing", state.firing())
                .text("since", in.at(state.sinceNanos()).toString())
                .text("evidence", LiveFormat.words(state.evidence())))
        .toList();
  }

  static List<JsonObject> events(LiveInput in) {
    List<TrafficEvent> all = in.traffic().events();
    return all.subList(Math.max(0, all.size() - MAX_EVENTS), all.size()).stream()
        .map(event ->
            new JsonObject()
                .text("at", in.at(event.atNanos()).toString())
                .text("kind", event.kind().key())
                .text("name", eventName(event.kind()))
                .text("source", LiveFormat.name(event.source()))
                .text("detail", LiveFormat.words(event.detail())))
        .toList();
  }

  private static String eventName(TrafficEvent.Kind kind) {
    return switch (kind) {
      case ENGINE_RESTART -> "engine restarted";
      case ENGINE_REPLACED -> "another engine answers";
      case OUT_OF_MEMORY -> "out of memory";
      case FINISH_REASON -> "unknown finish reason";
      case UPSTREAM_DOWN -> "upstream out of reach";
      case UPSTREAM_UP -> "upstream back";
      case METRICS_DOWN -> "metrics out of reach";
      case METRICS_UP -> "metrics back";
      case GATEWAY -> "the gateway itself";
      case CONFIGURATION -> "configuration";
      case KEEPING -> "files";
    };
  }
}
