package dev.goodput.monitor.watch;

import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.wire.client.Credentials;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/// A formatter of probes as table rows. A row of several requests shows the slowest value.
///
/// @param origin the date of nanosecond 0 of the records' stamps
/// @param zone the time zone of the printed times
/// @param names the width of the server column: that of the longest name, or 0 with a single server
/// @param columns the width of the terminal
record ProbeText(Instant origin, ZoneId zone, int names, int columns) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final String NONE = "–";
  private static final int MAX_OF_NAME = 24;

  ProbeText {
    names = Math.min(names, MAX_OF_NAME);
  }

  /// Returns the header row.
  String head() {
    return row("time", "server", List.of("TTFT", "gap", "tok/s"), "SLO", "outcome");
  }

  /// Returns the row of a probe.
  ///
  /// @param kept whether all of its requests met the SLO
  String line(String name, Probe probe, boolean kept) {
    double ttft = Double.NaN;
    double gap = Double.NaN;
    double tpot = Double.NaN;
    for (RequestRecord request : probe.requests()) {
      RequestView view = new RequestView(request, 1);
      if (view.ok()) {
        long first = view.times().ttftNanos();
        ttft = larger(ttft, Stamps.present(first) ? first : Double.NaN);
        gap = larger(gap, view.itlNanos());
        tpot = larger(tpot, view.times().tpotNanos());
      }
    }
    String speed = tpot > 0 ? Figures.number(1e9 / tpot) : NONE;
    return row(
        time(probe.atNanos()),
        name,
        List.of(duration(ttft), duration(gap), speed),
        verdict(probe, kept),
        outcome(probe));
  }

  private static double larger(double a, double b) {
    return Double.isNaN(a) || b > a ? b : a;
  }

  private static String duration(double nanos) {
    return Double.isNaN(nanos) ? NONE : Figures.duration(nanos / 1e6);
  }

  private static String verdict(Probe probe, boolean kept) {
    if (!probe.isConclusive()) {
      return NONE;
    }
    return kept ? "met" : "missed";
  }

  private static String outcome(Probe probe) {
    int all = probe.requests().size();
    String first = probe.failure().map(ProbeText::of).orElse(probe.isConclusive() ? "ok" : "left");
    if (all == 1) {
      return first;
    }
    String counts = probe.answered() + "/" + all + " ok";
    return probe.answered() == all ? counts : counts + ", " + first;
  }

  private String row(
      String time, String name, List<String> figures, String verdict, String outcome) {
    StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-8s", time));
    if (names > 0) {
      row.append(String.format(Locale.ROOT, "  %-" + names + "s", cut(name, names)));
    }
    row.append(String.format(Locale.ROOT, "  %8s", figures.get(0)));
    row.append(String.format(Locale.ROOT, "  %8s", figures.get(1)));
    row.append(String.format(Locale.ROOT, "  %6s", figures.get(2)));
    row.append(String.format(Locale.ROOT, "  %-6s  ", verdict));
    return row.append(cut(outcome, Math.max(8, columns - row.length()))).toString();
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  /// Formats a stamp as a time of day.
  String time(long nanos) {
    return TIME.format(origin.plusNanos(nanos).atZone(zone));
  }

  /// Returns the outcome of a request in one line, such as `http_error 503: overloaded`.
  static String of(Outcome outcome) {
    if (outcome instanceof Outcome.HttpError error) {
      return error.key() + " " + SafeText.text(Credentials.redact(error.words())).strip();
    }
    String key = outcome.key();
    String detail = SafeText.text(Credentials.redact(outcome.detail())).strip();
    return detail.isEmpty() ? key : key + ": " + detail;
  }

  /// Returns the duration of an outage as far as the probes show.
  static String lasted(Outage outage) {
    return between(outage.minSeconds(), outage.maxSeconds());
  }

  /// Formats a duration that is known only by its bounds.
  ///
  /// @param mostSeconds may be infinite
  static String between(double leastSeconds, double mostSeconds) {
    String least = leastSeconds == 0 ? "" : Figures.span(leastSeconds);
    if (Double.isInfinite(mostSeconds)) {
      return least.isEmpty() ? "an unknown time" : "at least " + least;
    }
    String most = Figures.span(mostSeconds);
    return least.isEmpty() ? "at most " + most : least + " to " + most;
  }

  /// Returns the line of a server that went down or came back.
  String turn(String name, Outage outage) {
    return outage.over()
        ? "%s is up since %s, was down for %s; %s failed"
            .formatted(
                name,
                time(outage.backNanos()),
                lasted(outage),
                Figures.counted(outage.probes(), "probe"))
        : "%s is DOWN since %s: %s".formatted(name, time(outage.firstNanos()), outage.why());
  }
}
