package dev.goodput.report.words;

import dev.goodput.metrics.result.Rates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How many requests there were at once: in flight is who waits for an answer, behind a cap too,
/// and a cap that was asked for bounds those at the server alone.
public final class InFlightText {
  private InFlightText() {}

  /// `16.6 in flight, peak 23`; behind a cap `1.98 at the server, peak 2` beside `25.3 in flight
  /// with those behind the cap, peak 49`. Empty where there is no time to speak of.
  public static List<String> parts(Rates rates) {
    Double all = rates.concurrencyMean();
    if (all == null) {
      return List.of();
    }
    Double server = rates.atServerMean();
    return server == null
        ? List.of(Figures.number(all) + " in flight" + peak(rates.concurrencyPeak()))
        : List.of(
            Figures.number(server) + " at the server" + peak(rates.atServerPeak()),
            Figures.number(all)
                + " in flight with those behind the cap"
                + peak(rates.concurrencyPeak()));
  }

  /// The same of one moment, shorter: `9 in flight`; behind a cap `4 at the server` beside it. The
  /// two counts may have been read one after the other, so that neither is taken to hold the other.
  public static List<String> parts(int inFlight, int waiting) {
    String all = Figures.count(Math.max(inFlight, waiting)) + " in flight";
    return waiting <= 0
        ? List.of(all)
        : List.of(Figures.count(Math.max(0, inFlight - waiting)) + " at the server", all);
  }

  private static String peak(@Nullable Long peak) {
    return peak == null ? "" : ", peak " + Figures.count(peak);
  }
}
