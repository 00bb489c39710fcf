package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceWarmupTest {
  @Test
  void aCutOfNextToNothingIsNotCalledHalf() {
    List<RequestRecord> many = new ArrayList<>();
    for (int i = 0; i < 102; i++) {
      double at = i == 0 ? 0 : i == 101 ? 1000 : 2;
      many.add(RequestMaker.at(at).id(i).chunks(at + 50, at + 400).usage(1, 10).make());
    }
    LevelStarted trace = new LevelStarted(0, 0, "trace", "", Double.NaN, 0, 0);
    LevelResult level = Analysed.level(Logs.level(trace, many), AnalysisOptions.DEFAULTS);

    assertThat(level.requests().intended()).isEqualTo(101);
    assertThat(level.warnings())
        .contains(
            "cut off as warm-up: the first 2 ms of the trace's 1 s, 1 of 102 requests; the server"
                + " had not the five mean request durations, 2 s, to fill; --warmup TIME cuts"
                + " otherwise");
  }

  /// What the sentence counts is what the window leaves out, whichever slice of time it falls in.
  @Test
  void countsThoseWhoAreCutOffAndNobodyElse() {
    List<RequestRecord> many = new ArrayList<>();
    for (int i = 0; i < 401; i++) {
      double at = i < 100 ? i * 100 : i < 120 ? 10_000.6 : i < 400 ? 12_000 + i * 10 : 20_001;
      many.add(RequestMaker.at(at).id(i).chunks(at + 50, at + 4000).usage(1, 10).make());
    }
    LevelStarted trace = new LevelStarted(0, 0, "trace", "", Double.NaN, 0, 0);
    LevelResult level = Analysed.level(Logs.level(trace, many), AnalysisOptions.DEFAULTS);

    long cut = 401 - level.requests().intended();
    assertThat(level.warnings())
        .anyMatch(warning -> warning.contains(" trace's 20 s, " + cut + " of 401 requests"));
  }
}
