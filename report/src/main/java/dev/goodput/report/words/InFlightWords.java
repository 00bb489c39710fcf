package dev.goodput.report.words;

import dev.goodput.metrics.LevelResult.Rates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How many requests there were at once: in flight is who waits for an answer, behind a cap too,
/// and a cap that was asked for bounds those at the server alone.
public final class InFlightWords {
  private InFlightWords() {}

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

  private static String peak(@Nullable Long peak) {
    return peak == null ? "" : ", peak " + Figures.count(peak);
  }
}
