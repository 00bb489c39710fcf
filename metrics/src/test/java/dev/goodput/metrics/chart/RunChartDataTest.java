package dev.goodput.metrics.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RunChartDataTest {
  private static LogSource run(int count) {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double at = i * 10;
      double ttft = 50 + i % 100;
      RequestMaker maker = RequestMaker.at(at).id(i).usage(10, 3);
      requests.add(
          i % 50 == 7
              ? maker.ended(at + 5).outcome(new Outcome.HttpError(500, "busy")).make()
              : maker.chunks(at + ttft, at + ttft + 20, at + ttft + 40).make());
    }
    return Logs.level(new LevelStarted(0, 0, "constant", "", 100, 0, 0), requests);
  }

  private static LevelChartData charts(LogSource log, AnalysisOptions options) {
    return RunChartData.of(log, Analysis.analyse(log, options), options).levels().getFirst();
  }

  @Test
  void slicesAddUpToTheRun() {
    LevelChartData charts = charts(run(5000), Analysed.WHOLE.withSlo(Slo.parse("ttft<=99ms")));
    List<LevelChartData.Slice> slices = charts.slices();

    assertThat(slices).hasSizeBetween(2, 600);
    assertThat(slices.stream().mapToLong(LevelChartData.Slice::intended).sum()).isEqualTo(5000);
    assertThat(slices.stream().mapToLong(LevelChartData.Slice::due).sum()).isEqualTo(5000);
    assertThat(slices.stream().mapToLong(LevelChartData.Slice::ended).sum()).isEqualTo(4900);
    assertThat(slices.stream().mapToLong(LevelChartData.Slice::failed).sum()).isEqualTo(100);
    assertThat(slices.stream().mapToLong(LevelChartData.Slice::judged).sum()).isEqualTo(5000);
    assertThat(slices.stream().mapToLong(LevelChartData.Slice::good).sum()).isEqualTo(2450);
    assertThat(slices.stream().mapToDouble(LevelChartData.Slice::outputTokens).sum())
        .isCloseTo(4900 * 3 + 100 * 3, within(1e-6));
    double inFlight = slices.stream().mapToDouble(s -> s.inFlight() * charts.sliceNanos()).sum();
    double residence = 0;
    for (int i = 0; i < 5000; i++) {
      residence += i % 50 == 7 ? 5e6 : (90 + i % 100) * 1e6;
    }
    assertThat(inFlight).isCloseTo(residence, within(residence * 1e-9));
  }

  @Test
  void percentilesOverTimeAreAbsentWhereTooFewRequestsStandBehindThem() {
    LevelChartData few = charts(run(60), Analysed.WHOLE);
    assertThat(few.windows()).hasSize(1);
    // 58 values: 50 to 109 ms without 57 and 107 ms, of which the 29th and the 56th count.
    assertThat(few.windows().getFirst().ttft())
        .isEqualTo(new LevelChartData.Percentiles(79.0, 106.0, null));
    LevelChartData many = charts(run(20_000), Analysed.WHOLE);
    assertThat(many.windows()).hasSize(60);
    assertThat(many.windows()).allMatch(window -> window.ttft().p99Ms() != null);
    assertThat(many.windowNanos() * 60).isCloseTo(200_000_000_000L, within(200_000_000L));
    LevelChartData.Percentiles two = charts(run(2), Analysed.WHOLE).windows().getFirst().ttft();
    assertThat(two).isEqualTo(new LevelChartData.Percentiles(50.0, null, null));
  }

  @Test
  void withoutAnSloNothingIsJudged() {
    LevelChartData charts = charts(run(100), Analysed.WHOLE);

    assertThat(charts.slices()).allMatch(slice -> slice.good() == -1);
    assertThat(charts.rows()).allMatch(row -> row.good() == null);
  }

  @Test
  void histogramsHoldEveryOkRequestOfTheSample() {
    LevelChartData charts = charts(run(5000), Analysed.WHOLE);
    LevelChartData.LogHistogram ttft = charts.ttft();

    assertThat(ttft.counts().stream().mapToLong(Long::longValue).sum()).isEqualTo(4900);
    assertThat(ttft.edgesMs()).hasSize(ttft.counts().size() + 1).isSorted();
    assertThat(ttft.edgesMs().getFirst()).isBetween(40.0, 50.0);
    assertThat(ttft.edgesMs().getLast()).isBetween(149.0, 170.0);
    assertThat(charts.chunkGap().counts()).containsExactly(9800L);
  }

  @Test
  void rowsAreThinnedAndTheSlowestTenAreAlwaysThere() {
    List<LevelChartData.Row> rows = charts(run(20_000), Analysed.WHOLE).rows();

    assertThat(rows).hasSizeBetween(500, 1500);
    assertThat(rows.stream().filter(row -> row.slowest() > 0)).hasSize(10);
    assertThat(rows.stream().filter(row -> row.slowest() > 0))
        .allSatisfy(row ->
            assertThat(Objects.requireNonNull(row.lastTokenNanos()) - row.startNanos())
                .isEqualTo(189_000_000));
    assertThat(rows).isSortedAccordingTo((a, b) -> Long.compare(a.startNanos(), b.startNanos()));
    assertThat(rows.stream().map(LevelChartData.Row::id).distinct()).hasSize(rows.size());
  }

  @Test
  void aFailedRowSaysWhatWentWrong() {
    LevelChartData.Row row =
        charts(run(20), Analysed.WHOLE).rows().stream()
            .filter(r -> r.id() == 7)
            .findFirst()
            .orElseThrow();

    assertThat(row.outcome()).isEqualTo("http_error");
    assertThat(row.detail()).isEqualTo("busy");
    assertThat(row.firstTokenNanos()).isNull();
  }

  @Test
  void theReplaysAreTheMedianUsersAndTheP99Users() {
    LevelChartData charts = charts(run(5000), Analysed.WHOLE);

    assertThat(charts.replays())
        .extracting(LevelChartData.Replay::user, LevelChartData.Replay::ttftMs)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("median", 99.0),
            org.assertj.core.groups.Tuple.tuple("p99", 149.0));
    LevelChartData.Replay median = charts.replays().getFirst();
    assertThat(median.offsetsNanos()).containsExactly(99_000_000L, 119_000_000L, 139_000_000L);
    assertThat(median.tokens()).containsExactly(1, 1, 1);
    assertThat(median.e2elMs()).isEqualTo(139);
  }

  @Test
  void aRunOfFailuresHasNoReplayAndEmptyHistograms() {
    LogSource log = Logs.open(RequestMaker.at(0).ended(10).outcome(new Outcome.Refused("")).make());

    LevelChartData charts = charts(log, Analysed.WHOLE);

    assertThat(charts.replays()).isEmpty();
    assertThat(charts.ttft().counts()).isEmpty();
    assertThat(charts.ttft().edgesMs()).isEmpty();
    assertThat(charts.rows()).hasSize(1);
  }

  @Test
  void aReplayHoldsWhatItsReaderSees() {
    LogSource log =
        Logs.open(
            RequestMaker.at(0)
                .chunk(100, Channel.REASONING, -1)
                .chunk(200, Channel.REASONING, -1)
                .chunk(900, Channel.ANSWER, -1)
                .chunk(950, Channel.ANSWER, -1)
                .usage(1, 4)
                .make());

    LevelChartData.Replay replay = charts(log, Analysed.WHOLE).replays().getFirst();

    assertThat(replay.ttftMs()).isEqualTo(100);
    assertThat(replay.offsetsNanos()).containsExactly(900_000_000L, 950_000_000L);
    assertThat(replay.tokens()).containsExactly(1, 1);
  }

  @Test
  void aVeryLongReplayNeverShowsATokenBeforeItCame() {
    RequestMaker maker = RequestMaker.at(0).usage(1, 4501);
    for (int i = 0; i < 4501; i++) {
      maker.chunks(100 + 10 * i);
    }

    LevelChartData.Replay replay =
        charts(Logs.open(maker.make()), Analysed.WHOLE).replays().getFirst();

    assertThat(replay.offsetsNanos()).hasSize(1501);
    assertThat(replay.tokens().stream().mapToInt(Integer::intValue).sum()).isEqualTo(4501);
    assertThat(replay.offsetsNanos().getFirst()).isEqualTo(100_000_000L);
    // The second to the fourth chunk are merged at the fourth's arrival.
    assertThat(replay.offsetsNanos().get(1)).isEqualTo(130_000_000L);
    assertThat(replay.tokens().get(1)).isEqualTo(3);
    assertThat(replay.offsetsNanos().getLast()).isEqualTo(45_100_000_000L);
  }

  @Test
  void aRowTellsTokensOfTheStreamFromThoseOfTheUsage() {
    LogSource log =
        Logs.open(
            RequestMaker.at(0)
                .chunks(100, 110, 120)
                .tokens(TokenCounts.ofUsage(7, 103, 100, -1, -1))
                .make());

    LevelChartData.Row row = charts(log, Analysed.WHOLE).rows().getFirst();

    assertThat(row.outputTokens()).isEqualTo(103);
    assertThat(row.streamedTokens()).isEqualTo(3);
  }
}
