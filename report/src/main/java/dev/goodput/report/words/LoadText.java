package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Load;
import dev.goodput.report.ReportInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The offered load of an open loop: the target rate, the rate of the schedule, the rate sent.
public final class LoadText {
  private LoadText() {}

  /// `target 8/s`, `planned 7.37/s (poisson draw, seed 42)`, `sent 7.37/s`, the last two over the
  /// measurement window. Empty for a closed loop and for observed traffic, which nobody scheduled.
  public static List<String> parts(ReportInput in, LevelResult level) {
    Load load = level.load();
    if (load.concurrencyAsked() != null || load.observed() || load.ratePlanned() == null) {
      return List.of();
    }
    List<String> parts = new ArrayList<>();
    target(load).map("target "::concat).ifPresent(parts::add);
    parts.add("planned " + Figures.number(load.ratePlanned()) + "/s" + draw(in, load));
    if (load.rateAchieved() != null) {
      String sent = load.maxInFlight() == null ? "sent " : "due ";
      String sessions = level.turns() == null ? "" : ", first turns of sessions";
      parts.add(sent + Figures.number(load.rateAchieved()) + "/s" + sessions);
    }
    return parts;
  }

  private static Optional<String> target(Load load) {
    return Optional.ofNullable(load.profile())
        .or(() -> Optional.ofNullable(load.rateAsked()).map(LevelName::rate));
  }

  // A random process rarely draws its target rate in a short window.
  private static String draw(ReportInput in, Load load) {
    return load.kind().random()
        ? " ("
            + load.arrivals()
            + " draw"
            + in.fact("run.seed").map(", seed "::concat).orElse("")
            + ")"
        : "";
  }
}
