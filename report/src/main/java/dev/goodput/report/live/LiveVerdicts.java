package dev.goodput.report.live;

import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.Coalescing;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficWarning;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.Severity;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What the page says first: how each SLO class fares, whether the gateway sees all, whether
/// anything gives reason to look closer.
final class LiveVerdicts {
  private static final int MOST_CLASSES = 4;
  private static final int MOST_TROUBLES = 3;

  private LiveVerdicts() {}

  static List<JsonObject> of(LiveInput in) {
    List<JsonObject> verdicts = new ArrayList<>();
    TrafficSnapshot traffic = in.traffic();
    traffic.plan().slos().keySet().stream()
        .limit(MOST_CLASSES)
        .map(name -> slo(traffic, name))
        .forEach(verdicts::add);
    if (traffic.plan().slos().isEmpty()) {
      verdicts.add(
          verdict(
              Severity.PLAIN, "no SLO", "No SLO defines what is good: --slo chat, for example."));
    }
    verdicts.add(signs(traffic));
    verdicts.add(observation(in));
    return verdicts;
  }

  private static JsonObject verdict(Severity tone, String title, String text) {
    return new JsonObject().text("tone", tone.word()).text("title", title).text("text", text);
  }

  private static JsonObject slo(TrafficSnapshot traffic, String name) {
    String shown = SloPart.className(traffic, name);
    SloCount count = SloPart.lately(traffic).get(name);
    if (count == null || count.total() == 0) {
      return verdict(
          Severity.PLAIN, shown + ": not known", "No request was judged in the last five minutes.");
    }
    double share = (double) count.good() / count.total();
    List<String> broken = SloPart.broken(count, traffic.plan().attainmentTarget());
    String kept =
        "%s of %s kept every bound in the last five minutes"
            .formatted(Figures.count(count.good()), Figures.counted(count.total(), "request"));
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

  private static JsonObject signs(TrafficSnapshot traffic) {
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
    long unseen = traffic.signs().stream().filter(LiveVerdicts::unseen).count();
    boolean told =
        traffic.coalescing().values().stream()
            .anyMatch(each -> each.cause() != Coalescing.Cause.UNTOLD);
    String hidden = unseen == 0 ? "" : " %d cannot be seen from here.".formatted(unseen);
    return seen.isEmpty()
        ? verdict(
            Severity.GOOD,
            "no warning sign",
            (told
                    ? "No hop holds streams back, and no sign shows that a limit is near."
                    : "No sign shows that a limit is near; too few streams to check the hops.")
                + hidden)
        : verdict(
            Severity.WARN,
            Figures.counted(seen.size(), "warning sign"),
            "Seen: " + String.join("; ", seen) + "." + hidden);
  }

  private static boolean unseen(TrafficWarning sign) {
    return sign.seen() == null;
  }

  private static JsonObject observation(LiveInput in) {
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
    troubles.stream().limit(MOST_TROUBLES).map(LiveFormat::words).forEach(words::add);
    return verdict(
        Severity.BAD,
        lost > 0 ? "does not see all traffic" : "something does not work",
        String.join("; ", words) + ".");
  }

  /// Where nothing is lost.
  ///
  /// @param unread requests that were passed on and not understood
  private static JsonObject sees(long seen, long unread) {
    String more =
        unread == 0
            ? ""
            : " %s%s %s forwarded, not recognized."
                .formatted(
                    Figures.count(unread), seen == 0 ? "" : " more", unread == 1 ? "was" : "were");
    if (seen == 0) {
      return verdict(
          Severity.PLAIN,
          unread == 0 ? "waits for the first figures" : "understands nothing yet",
          "No question to a model has ended yet." + more);
    }
    return verdict(
        Severity.GOOD,
        unread == 0 ? "sees all traffic" : "sees all that it understands",
        (seen == 1
                ? "The one exchange that ended is"
                : "All of %s that ended are".formatted(Figures.counted(seen, "exchange")))
            + " in these figures."
            + more);
  }
}
