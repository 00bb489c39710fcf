package dev.goodput.report.quality;

import dev.goodput.report.ReportInput;
import dev.goodput.report.quality.RunRatings.ByLatency;
import dev.goodput.report.quality.RunRatings.Mean;
import dev.goodput.report.quality.RunRatings.Third;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The ratings of a run's responses in words.
public final class RatingText {
  private RatingText() {}

  /// Returns the lines for a run; empty if it has no ratings.
  public static List<String> lines(ReportInput in) {
    return RunRatings.of(in).map(RatingText::lines).orElse(List.of());
  }

  /// Returns one line for all rated requests, and one per latency: `by TTFT: 4.31 (4.02–4.60) up to
  /// 210 ms · 3.90 (…) up to 480 ms · 3.12 (…) up to 2.10 s`.
  public static List<String> lines(RunRatings run) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s of 5 (%s) · satisfied, 4 or 5: %s (%s to %s) · %s of %s"
            .formatted(
                number(run.rating().value()),
                interval(run.rating()),
                Figures.share(run.satisfied().value()),
                Figures.share(run.satisfied().low95()),
                Figures.share(run.satisfied().high95()),
                Figures.counted(run.ratings(), "rating"),
                Figures.counted(run.requests(), "response")));
    for (ByLatency by : run.byLatency()) {
      lines.add(
          "by %s: %s"
              .formatted(
                  by.metric().toUpperCase(Locale.ROOT),
                  by.thirds().stream().map(RatingText::third).collect(Collectors.joining(" · "))));
    }
    if (run.byLatency().isEmpty()) {
      lines.add("too few rated responses to show ratings by TTFT and TPOT");
    }
    return lines;
  }

  private static String third(Third third) {
    return "%s (%s) from %s to %s"
        .formatted(
            number(third.rating().value()),
            interval(third.rating()),
            Figures.duration(third.fromMs()),
            Figures.duration(third.toMs()));
  }

  private static String interval(Mean mean) {
    return number(mean.low95()) + "–" + number(mean.high95());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
