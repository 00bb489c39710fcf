package dev.goodput.report.words;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.LogState;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What speaks against a run as a whole, whichever of its levels speaks for it.
public final class RunText {
  private RunText() {}

  /// Why a bench that ended so does not end with exit code 0: what was lost, that it was
  /// interrupted, else its conclusion. Empty where it ends with 0.
  public static Optional<Verdict> against(ReportInput in) {
    return beforehand(in).stream().findFirst().or(() -> conclusion(in));
  }

  /// Returns what a reader must know before any figure: what was lost, that the run was
  /// interrupted, that its log is incomplete. Empty if the run is complete.
  public static List<Verdict> beforehand(ReportInput in) {
    List<Verdict> verdicts = new ArrayList<>();
    if (!in.losses().isEmpty()) {
      bad("not all was kept", SafeText.text(String.join("; ", in.losses())))
          .ifPresent(verdicts::add);
    }

    // The experiment reports an interruption itself, with its progress, unless it had finished.
    Experiment made = in.experiment();
    if (in.interrupted() && (made == null || made.conclusion() == Conclusion.GOOD)) {
      verdicts.add(
          Severity.WARN.verdict(
              "interrupted",
              "a signal came before the run was over",
              "The figures cover what was measured."));
    }
    incomplete(in).ifPresent(verdicts::add);
    return verdicts;
  }

  private static Optional<Verdict> incomplete(ReportInput in) {
    String found = in.state().sentence();
    return switch (in.state()) {
      case LogState.Complete _ -> Optional.empty();
      case LogState.BeingWritten _ ->
          Optional.of(
              Severity.WARN.verdict(
                  "still being written",
                  "requests in flight are not in the log yet",
                  "The figures are of what is there so far."));
      case LogState.Torn _ ->
          Optional.of(
              Severity.WARN.verdict("incomplete run", found, "The figures are of what is left."));
    };
  }

  /// The run's conclusion, in the words of the level that it rests on; empty where it is good.
  public static Optional<Verdict> conclusion(ReportInput in) {
    Experiment made = in.experiment();
    return switch (in.conclusion()) {
      case GOOD -> Optional.empty();
      case FAULT -> fault(in);
      case UNREACHABLE ->
          bad("target unreachable", "no request found a server: " + Verdicts.byOutcome(worst(in)));
      case Conclusion _ when made != null -> Optional.of(made.verdicts().getFirst());
      case REGRESSED, INCONCLUSIVE ->
          throw new IllegalStateException("levels alone are never " + in.conclusion());
      case NOTHING_SENT ->
          bad(
              "no requests",
              "no request fell due"
                  + longer(in).map(longer -> "; use a higher rate or " + longer).orElse(""));
      case TOO_MANY_FAILURES -> failures(in);
      case NOTHING_JUDGED -> notJudged(in);
      case CLIENT_BOUND -> Verdicts.warning(in);
      case NO_RESPONSE ->
          bad(
              "nothing was measured",
              "no request that started in the measurement window was answered: "
                  + Verdicts.inWindow(worst(in)));
      case SLO_MISSED -> in.best().flatMap(best -> SloText.ofRun(in, best));
    };
  }

  // A level's own verdict has the reason why it could not be judged, so it is not repeated.
  private static Optional<Verdict> notJudged(ReportInput in) {
    if (lost(in)) {
      return in.best()
          .flatMap(best -> SloText.ofRun(in, best))
          .or(() ->
              bad(
                  "nothing was measured",
                  "the log ends before the run did, and before a request of the measurement window"
                      + " was over"));
    }
    return in.best()
        .filter(best -> best.judged() > 0)
        .flatMap(best -> SloText.ofRun(in, best))
        .or(() -> bad("nothing was judged", whyNotJudged(in)));
  }

  private static String whyNotJudged(ReportInput in) {
    return allDisconnected(in)
        ? "all clients that started in the measurement window left before the SLO could judge them"
            + toStay(in).map(stay -> "; use " + stay).orElse("")
        : "no request started after the warm-up and before the cool-down"
            + longer(in).map(longer -> "; set shorter ones, or " + longer).orElse("");
  }

  /// Returns whether the log ends before the run, so that it is unknown whether the run met its
  /// SLO.
  public static boolean lost(ReportInput in) {
    return in.result().levels().stream().anyMatch(LevelResult::lost);
  }

  /// Whether there were requests in the window of a run that judged none of them: all were left.
  public static boolean allDisconnected(ReportInput in) {
    return in.result().levels().stream().anyMatch(level -> level.requests().intended() > 0);
  }

  /// What keeps users until they can be judged; empty where it was not they who were to leave.
  public static Optional<String> toStay(ReportInput in) {
    return in.interrupted()
        ? Optional.empty()
        : Optional.of("a smaller --cancel-share or a longer --cancel-after");
  }

  /// What would have made the run longer; empty where it was to be longer than it is.
  public static Optional<String> longer(ReportInput in) {
    return in.interrupted() || !in.losses().isEmpty()
        ? Optional.empty()
        : in.result().levels().getLast().longer();
  }

  private static Optional<Verdict> bad(String title, String text) {
    return Optional.of(Severity.BAD.verdict(title, text));
  }

  private static Optional<Verdict> fault(ReportInput in) {
    List<LevelResult> levels = in.result().levels();
    return levels.stream()
        .filter(level -> !level.faults().isEmpty())
        .findFirst()
        .map(level -> {
          Verdict fault = Verdicts.fault(level.faults().getFirst());
          return levels.size() == 1 ? fault : fault.at(LevelName.at(in, level));
        });
  }

  private static Optional<Verdict> failures(ReportInput in) {
    List<LevelResult> levels = in.result().levels();
    LevelResult worst = worst(in);
    if (levels.size() == 1) {
      return Verdicts.failures(in, worst);
    }
    long failed = levels.stream().mapToLong(level -> level.totals().failed()).sum();
    long judged = levels.stream().mapToLong(level -> level.totals().judged()).sum();
    return Optional.of(
        Severity.BAD.verdict(
            Figures.counted(failed, "request") + " failed",
            Figures.share(in.result().errorRate())
                + " of "
                + Figures.counted(judged, "request")
                + " over "
                + levels.size()
                + (in.repeats().isPresent() ? " runs" : " levels")
                + "; worst "
                + LevelName.at(in, worst)
                + ": "
                + Verdicts.share(worst),
            Verdicts.limit(in) + "."));
  }

  private static LevelResult worst(ReportInput in) {
    return in.result().levels().stream()
        .max(
            Comparator.comparingDouble(
                level -> level.judgedErrorRate() == null ? -1 : level.judgedErrorRate()))
        .orElseThrow();
  }
}
