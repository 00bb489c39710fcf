package dev.goodput.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.report.WrittenRun;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Exit codes of runs that are written by hand: one request each 100 ms.
class ExitCodeTest {
  private static final long MILLI = 1_000_000;
  private static final Outcome OK = new Outcome.Ok("stop");
  private static final Outcome REFUSED = new Outcome.Refused("nobody listens");
  private static final Outcome BUSY = new Outcome.HttpError(503, "busy");
  private static final Judgement DEFAULT = Judgement.DEFAULT;

  private final WrittenRun run = new WrittenRun();

  private void requests(int count, Outcome outcome) {
    run.requests(count, outcome);
  }

  private ExitCode exit(Judgement judgement) {
    return ExitCode.of(
        Conclusion.of(
            Analysis.analyse(run.log()::forEach, judgement.options()),
            judgement.sloRequested(),
            judgement.maxErrorRate()));
  }

  @Test
  void allGood() {
    requests(100, OK);

    assertThat(exit(DEFAULT)).isEqualTo(ExitCode.GOOD);
  }

  @Test
  void aRunWithoutRequestsIsNotGood() {
    assertThat(exit(DEFAULT)).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aRunWhoseWarmUpOutlastsItIsNotGood() {
    requests(20, OK);
    Warmup minute = new Warmup.Fixed(60_000 * MILLI);

    assertThat(exit(new Judgement(AnalysisOptions.DEFAULTS.withWarmup(minute), false, .01)))
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void failuresOfTheWarmUpAreJudged() {
    requests(20, BUSY);
    requests(80, OK);
    Warmup firstHalf = new Warmup.Fixed(5_000 * MILLI);

    assertThat(exit(with(AnalysisOptions.DEFAULTS.withWarmup(firstHalf), false, 0.01)))
        .isEqualTo(ExitCode.TOO_MANY_FAILURES);
    assertThat(exit(with(AnalysisOptions.DEFAULTS.withWarmup(firstHalf), false, 0.2)))
        .isEqualTo(ExitCode.GOOD);
  }

  @Test
  void theServerWasNeverReachable() {
    requests(20, REFUSED);

    assertThat(exit(DEFAULT)).isEqualTo(ExitCode.UNREACHABLE);
  }

  @Test
  void aServerThatDiedHalfWayWasReachable() {
    requests(20, OK);
    requests(20, REFUSED);
    Warmup firstHalf = new Warmup.Fixed(2_000 * MILLI);

    assertThat(exit(with(AnalysisOptions.DEFAULTS.withWarmup(firstHalf), false, 0.01)))
        .isEqualTo(ExitCode.TOO_MANY_FAILURES);
  }

  @Test
  void aWindowWithoutResponsesMeasuresNothing() {
    requests(20, OK);
    requests(20, REFUSED);
    Warmup firstHalf = new Warmup.Fixed(2_000 * MILLI);
    AnalysisOptions options = AnalysisOptions.DEFAULTS.withWarmup(firstHalf);

    assertThat(exit(with(options, false, 1))).isEqualTo(ExitCode.USAGE);
    AnalysisOptions strict = options.withSlo(Slo.parse("p95 ttft<=1ms"));
    assertThat(exit(with(strict, true, 1))).isEqualTo(ExitCode.SLO_MISSED);
    requests(1, OK);
    assertThat(exit(with(options, false, 1))).isEqualTo(ExitCode.GOOD);
  }

  @Test
  void failuresCountFromTheBoundOn() {
    requests(98, OK);
    requests(2, BUSY);

    assertThat(exit(with(AnalysisOptions.DEFAULTS, false, 0.01)))
        .isEqualTo(ExitCode.TOO_MANY_FAILURES);
    assertThat(exit(with(AnalysisOptions.DEFAULTS, false, 0.05))).isEqualTo(ExitCode.GOOD);
  }

  @Test
  void onlyAGivenSloIsMissed() {
    requests(50, OK);
    AnalysisOptions strict = AnalysisOptions.DEFAULTS.withSlo(Slo.parse("p95 ttft<=1ms"));

    assertThat(exit(with(strict, true, 0.01))).isEqualTo(ExitCode.SLO_MISSED);
    assertThat(exit(with(strict, false, 0.01))).isEqualTo(ExitCode.GOOD);
  }

  @Test
  void failuresComeBeforeTheSlo() {
    requests(10, OK);
    requests(10, BUSY);
    AnalysisOptions strict = AnalysisOptions.DEFAULTS.withSlo(Slo.parse("p95 ttft<=1ms"));

    assertThat(exit(with(strict, true, 0.01))).isEqualTo(ExitCode.TOO_MANY_FAILURES);
  }

  private static Judgement with(AnalysisOptions options, boolean requested, double maxErrorRate) {
    return new Judgement(options, requested, maxErrorRate);
  }

  @Test
  void judgesAGatewaysClassesAlikeWhenTheyAreReadAgain() {
    SortedMap<String, Slo> classes = new TreeMap<>();
    classes.put("a:b/c", Slo.parse("p95 ttft<=200ms, tpot<=50ms"));
    classes.put("batch", Slo.parse("batch"));
    Judgement once = with(AnalysisOptions.DEFAULTS.withSloClasses(classes), false, .01);

    assertThat(Judgement.of(once.addTo(Manifest.empty()))).isEqualTo(once);
    JudgeOptions other = new JudgeOptions();
    other.slo = "chat";
    Judgement chat = other.over(once, true);
    assertThat(chat.options().byClass()).isFalse();
    assertThat(chat.options().slos()).containsExactly(Slo.parse("chat"));
  }

  @Test
  void judgesRunsOfOneLoadTogetherAndAlikeWhenTheyAreReadAgain() {
    Judgement once = with(AnalysisOptions.DEFAULTS.withSlo(Slo.parse("chat")), true, .01);
    assertThat(once.options().repeated()).isFalse();
    Manifest kept = once.repeated().addTo(Manifest.empty()).with("run.repeats", 5);
    assertThat(Judgement.of(kept)).isEqualTo(once.repeated());
    assertThat(new JudgeOptions().over(Judgement.of(kept), true)).isEqualTo(once.repeated());
  }
}
