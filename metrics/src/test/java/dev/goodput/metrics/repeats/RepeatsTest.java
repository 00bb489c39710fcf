package dev.goodput.metrics.repeats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.Analysis;
import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.Warmup;
import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelBegun;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RepeatsTest {
  private static final AnalysisOptions ALL = AnalysisOptions.DEFAULTS.withWarmup(Warmup.NONE);

  private final List<LogEntry> entries = new ArrayList<>();

  /// A level of 40 requests, one each second, of which so many have a TTFT of 100 ms and the others
  /// of 200 ms; two tokens each, 10 ms apart; and one that failed.
  private void level(int level, int fast, LevelEnded.Ending ending) {
    double begin = 100_000 * level;
    entries.add(new LevelBegun(level, Math.round(begin * 1_000_000), "poisson", "", 1, 0, 0));
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

  private Optional<Repeats> repeats() {
    LogSource log = Logs.of(entries);
    return Repeats.of(log, Analysis.analyse(log, ALL));
  }

  @Test
  void poolsTheRunsAndTellsHowFarTheyDiffer() {
    for (int fast : List.of(18, 19, 20, 21, 22)) {
      level(entries.size() / 43, fast, LevelEnded.Ending.COMPLETE);
    }
    Repeats repeats = repeats().orElseThrow();

    assertThat(repeats.runs()).isEqualTo(5);
    assertThat(repeats.leftOut()).isZero();
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
  void leavesOutARunThatWasCutShortAndSaysNothingOfFour() {
    for (int level = 0; level < 6; level++) {
      level(level, 20, level == 2 ? LevelEnded.Ending.DRAINED : LevelEnded.Ending.COMPLETE);
    }
    Repeats repeats = repeats().orElseThrow();
    assertThat(repeats.runs()).isEqualTo(5);
    assertThat(repeats.leftOut()).isEqualTo(1);

    entries.clear();
    for (int level = 0; level < 4; level++) {
      level(level, 20, LevelEnded.Ending.COMPLETE);
    }
    assertThat(repeats()).isEmpty();
  }
}
