package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.PooledSlo;
import dev.goodput.metrics.result.RepeatedLatency;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RepeatsTest {
  private static final AnalysisOptions ALL =
      AnalysisOptions.DEFAULTS.withWarmup(Warmup.NONE).withRepeated(true);

  private final List<LogEntry> entries = new ArrayList<>();

  /// A level of 40 requests, one each second, of which so many have a TTFT of 100 ms and the others
  /// of 200 ms; two tokens each, 10 ms apart; and one that failed.
  private void level(int level, int fast, LevelEnded.Ending ending) {
    double begin = 100_000 * level;
    entries.add(new LevelStarted(level, Math.round(begin * 1_000_000), "poisson", "", 1, 0, 0));
    for (int i = 0; i < 40; i++) {
      double start = begin + 1000 * i;
      double first = start + (i < fast ? 100 : 200);
      entries.add(
          RequestMaker.at(start).level(level).id(i).chunks(first, first + 10).usage(5, 2).make());
    }
    entries.add(
        RequestMaker.at(begin + 39_500)
            .level(level)
            .id(40)
            .outcome(new Outcome.Truncated(""))
            .ended(begin + 39_600)
            .make());
    long end = Math.round((begin + 40_000) * 1_000_000);
    entries.add(new LevelEnded(level, end, ending, -1, 2));
  }

  private RunResult result(AnalysisOptions options) {
    return Analysis.analyse(Logs.of(entries), options);
  }

  private Repeats repeats() {
    return Objects.requireNonNull(result(ALL).repeats());
  }

  @Test
  void poolsTheRunsAndTellsHowFarTheyDiffer() {
    for (int fast : List.of(18, 19, 20, 21, 22)) {
      level(entries.size() / 43, fast, LevelEnded.Ending.COMPLETE);
    }
    Repeats repeats = repeats();

    assertThat(repeats.runs()).isEqualTo(5);
    assertThat(repeats.excluded()).isEmpty();
    assertThat(repeats.latencies()).hasSize(3);
    RepeatedLatency ttft = repeats.latencies().getFirst();
    assertThat(ttft.latency()).isEqualTo(RepeatedLatency.Kind.TTFT);
    QuantileInterval median = ttft.percentile(.5).orElseThrow();
    // 100 of 200 have 100 ms; shares .45 to .55, se .0177, reach .0491: up to rank 110.
    assertThat(median.value()).isCloseTo(100, within(1e-6));
    assertThat(median.low()).isCloseTo(100, within(1e-6));
    assertThat(median.high()).isCloseTo(200, within(1e-6));
    assertThat(median.count()).isEqualTo(200);
    assertThat(ttft.percentile(.99)).isPresent();
    QuantileInterval tpot = repeats.latencies().get(1).percentile(.5).orElseThrow();
    assertThat(tpot.value()).isCloseTo(10, within(1e-6));
    QuantileInterval e2el = repeats.latencies().get(2).percentile(.95).orElseThrow();
    assertThat(e2el.value()).isCloseTo(210, within(1e-6));
  }

  @Test
  void leavesOutARunThatWasCutShortAndSaysWhichWhereFourAreTooFew() {
    for (int level = 0; level < 6; level++) {
      level(level, 20, level == 2 ? LevelEnded.Ending.DRAINED : LevelEnded.Ending.COMPLETE);
    }
    Repeats repeats = repeats();
    assertThat(repeats.runs()).isEqualTo(5);
    assertThat(repeats.latencies()).hasSize(3);
    Repeats.Excluded third = new Repeats.Excluded(2, Repeats.Reason.CUT_SHORT);
    assertThat(repeats.excluded()).containsExactly(third);

    entries.clear();
    for (int level = 0; level < 5; level++) {
      level(level, 20, level == 2 ? LevelEnded.Ending.DRAINED : LevelEnded.Ending.COMPLETE);
    }
    assertThat(repeats().runs()).isEqualTo(4);
    assertThat(repeats().latencies()).isEmpty();
    assertThat(repeats().excluded()).containsExactly(third);
  }

  @Test
  void isNothingWhereTheLevelsAreOfDifferentLoads() {
    level(0, 20, LevelEnded.Ending.COMPLETE);
    assertThat(result(ALL.withRepeated(false)).repeats()).isNull();
  }

  @Test
  void judgesTheSloByAllArrivalsAndNotByTheLuckiestRun() {
    AnalysisOptions bounded = ALL.withSlo(Slo.parse("p90 ttft<=150ms")).withAttainmentTarget(.9);
    for (int fast : List.of(30, 31, 29, 30, 40)) {
      level(entries.size() / 43, fast, LevelEnded.Ending.COMPLETE);
    }
    RunResult missed = result(bounded);
    assertThat(missed.levels().stream().map(LevelResult::sloMet))
        .containsExactly(false, false, false, false, true);
    PooledSlo pooled = Objects.requireNonNull(Objects.requireNonNull(missed.repeats()).slo());
    assertThat(pooled.met()).isFalse();
    assertThat(pooled.good()).isEqualTo(160);
    assertThat(pooled.judged()).isEqualTo(205);
    assertThat(pooled.runsMet()).isEqualTo(1);
    assertThat(pooled.bounds().getFirst().within()).isEqualTo(160);
    assertThat(pooled.bounds().getFirst().observedMs()).isCloseTo(200.0, within(1e-6));
    assertThat(Objects.requireNonNull(missed.slo()).met()).isFalse();
    assertThat(Conclusion.of(missed, true, .1)).isEqualTo(Conclusion.SLO_MISSED);

    entries.clear();
    for (int fast : List.of(40, 31, 40, 40, 40)) {
      level(entries.size() / 43, fast, LevelEnded.Ending.COMPLETE);
    }
    // 191 of 205.
    assertThat(Conclusion.of(result(bounded), true, .1)).isEqualTo(Conclusion.GOOD);
  }

  @Test
  void countsARunWithoutAnAnswerAsWhatTheServiceDid() {
    AnalysisOptions bounded = ALL.withSlo(Slo.parse("p90 ttft<=150ms")).withAttainmentTarget(.9);
    for (int level = 0; level < 5; level++) {
      level(level, 40, LevelEnded.Ending.COMPLETE);
    }
    entries.replaceAll(entry ->
        entry instanceof RequestRecord request && request.level() == 3
            ? RequestMaker.at(request.stamps().intendedNanos() / 1e6)
                .level(3)
                .id(request.id())
                .outcome(new Outcome.Truncated(""))
                .ended(request.stamps().intendedNanos() / 1e6 + 100)
                .make()
            : entry);
    Repeats repeats = Objects.requireNonNull(result(bounded).repeats());
    assertThat(repeats.runs()).isEqualTo(5);
    assertThat(repeats.latencies()).isEmpty();
    assertThat(repeats.lacking()).contains(RepeatedLatency.Kind.TTFT);
    assertThat(Objects.requireNonNull(repeats.slo()).met()).isFalse();
  }

  @Test
  void countsShortRuns() {
    for (int level = 0; level < 5; level++) {
      level(level, 20, LevelEnded.Ending.COMPLETE);
    }
    assertThat(repeats().shortRuns()).isZero();
    entries.replaceAll(entry ->
        entry instanceof RequestRecord request && request.level() == 1 && request.id() < 40
            ? RequestMaker.at(request.stamps().intendedNanos() / 1e6)
                .level(1)
                .id(request.id())
                .chunks(
                    request.stamps().intendedNanos() / 1e6 + 100,
                    request.stamps().intendedNanos() / 1e6 + 20_000)
                .usage(5, 2)
                .make()
            : entry);
    assertThat(repeats().shortRuns()).isEqualTo(1);
  }
}
