package dev.goodput.report.words;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Severity;

/// What a level comes to beside others, in a word or two.
///
/// @param tone how it is shown
/// @param text `meets`, `misses (cut)`, `queue grows`, `client-bound`, `no SLO`
public record LevelVerdict(Severity tone, String text) {

  /// The verdict on a level of the run.
  public static LevelVerdict of(ReportInput in, LevelResult level) {
    if (level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND) {
      return new LevelVerdict(Severity.BAD, ClientText.boundTitle(level));
    }
    String lacking = lacking(level);
    if (!lacking.isEmpty()) {
      return new LevelVerdict(Severity.WARN, lacking);
    }
    String title = SloText.title(in, level);
    if (level.sloMet() == null) {
      return new LevelVerdict(in.result().slo() == null ? Severity.PLAIN : Severity.WARN, title);
    }
    String cut = level.window().cutShort() ? " (cut)" : "";
    return new LevelVerdict(
        level.sloMet() ? Severity.GOOD : Severity.BAD, title.split(" ", 2)[0] + cut);
  }

  // What a level lacks of what was asked for, so that it is not taken for it; a miss is one of a
  // smaller load too.
  private static String lacking(LevelResult level) {
    if (Boolean.FALSE.equals(level.sloMet())) {
      return "";
    }
    Integer users = level.load().concurrencyAsked();
    if (users != null && level.usersLeftOut() > 0) {
      return Figures.count(users - level.usersLeftOut()) + " sent";
    }
    if (level.backlog() != null) {
      return "queue grows";
    }
    return level.window().cutShort() ? "cut short" : "";
  }
}
