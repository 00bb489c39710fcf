package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.RandomRun;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The definitions written out once more, the long way and from the records alone, over random
/// runs.
@Tag("property")
class WrittenOutTest {
  private static final double SECOND = 1e9;
  private static final long TTFT = 12_000_000;
  private static final double TPOT = 9_000_000;
  private static final AnalysisOptions OPTIONS =
      AnalysisOptions.DEFAULTS
          .withWarmup(new Warmup.Fixed(500_000_000))
          .withSlo(Slo.parse("p50 ttft<=12ms, tpot<=9ms"));

  /// A run and what the analysis says of it.
  private record Case(long seed, List<RequestRecord> requests, LevelResult level) {
    long begin() {
      return level.window().beginNanos();
    }

    long end() {
      return level.window().endNanos();
    }

    List<RequestRecord> sample() {
      return requests.stream()
          .filter(r -> r.stamps().intendedNanos() >= begin())
          .filter(r -> r.stamps().intendedNanos() <= end())
          .toList();
    }

    List<RequestRecord> lastOfSample() {
      return sample().stream().filter(RequestRecord::last).toList();
    }
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (long seed = 1; seed <= 40; seed++) {
      List<RequestRecord> requests = RandomRun.requests(seed * 7919, 200, true, 0);
      LevelResult level = Analysed.level(RandomRun.log(requests, 0), OPTIONS);
      assertThat(level.window().ratesOfWholeRun()).isFalse();
      cases.add(new Case(seed, requests, level));
    }
    return cases;
  }

  private static boolean ok(RequestRecord request) {
    return request.last() && request.outcome() instanceof Outcome.Ok;
  }

  private static double ttft(RequestRecord r) {
    return r.stamps().firstTokenNanos() - r.stamps().intendedNanos();
  }

  private static double tpot(RequestRecord r) {
    long generation = r.stamps().lastTokenNanos() - r.stamps().firstTokenNanos();
    return (double) generation / (r.outputTokens() - 1);
  }

  private static boolean good(RequestRecord r) {
    return ok(r) && ttft(r) <= TTFT && (r.outputTokens() < 2 || tpot(r) <= TPOT);
  }

  private static double sum(List<RequestRecord> of, ToDoubleFunction<RequestRecord> each) {
    return of.stream().mapToDouble(each).sum();
  }

  /// Tokens whose chunks were read within the window; one a chunk where nothing counted them.
  private static double tokensWithin(Case of, RequestRecord request) {
    double tokens = 0;
    ChunkLog.Cursor cursor = request.chunks().cursor();
    while (cursor.next()) {
      boolean inside = cursor.nanos() >= of.begin() && cursor.nanos() <= of.end();
      tokens += inside ? Math.abs(cursor.tokens()) : 0;
    }
    return tokens;
  }

  @Test
  void ratesAreOfWhatWasStampedWithinTheWindow() {
    for (Case of : cases()) {
      double seconds = (of.end() - of.begin()) / SECOND;
      List<RequestRecord> ok = of.requests().stream().filter(WrittenOutTest::ok).toList();
      long ended =
          ok.stream()
              .mapToLong(r -> r.stamps().endedNanos())
              .filter(at -> at >= of.begin() && at <= of.end())
              .count();
      Rates rates = of.level().rates();
      assertThat(rates.rps()).as("seed %d", of.seed()).isCloseTo(ended / seconds, within(1e-9));
      assertThat(rates.outputTps())
          .isCloseTo(sum(ok, r -> tokensWithin(of, r)) / seconds, within(1e-6));
      assertThat(rates.deliveredOutputTps())
          .isCloseTo(sum(of.requests(), r -> tokensWithin(of, r)) / seconds, within(1e-6));
    }
  }

  @Test
  void sharesFollowTheSampleToItsEndAndTokenGoodputCountsWhatArrivedInTheWindow() {
    for (Case of : cases()) {
      double seconds = (of.end() - of.begin()) / SECOND;
      List<RequestRecord> good = of.lastOfSample().stream().filter(WrittenOutTest::good).toList();
      double received = sum(of.sample(), RequestRecord::outputTokens);
      Goodput goodput = Objects.requireNonNull(of.level().goodput());
      double attainment = (double) good.size() / of.level().requests().judged();
      assertThat(goodput.attainment()).as("seed %d", of.seed()).isEqualTo(attainment);
      assertThat(goodput.requestRps()).isCloseTo(good.size() / seconds, within(1e-9));
      assertThat(goodput.tokenTps())
          .isCloseTo(
              sum(
                      of.requests().stream().filter(WrittenOutTest::good).toList(),
                      r -> tokensWithin(of, r))
                  / seconds,
              within(1e-6));
      assertThat(goodput.usefulWorkRatio())
          .isCloseTo(sum(good, RequestRecord::outputTokens) / received, within(1e-12));
      assertThat(goodput.scaledTps())
          .isCloseTo(
              Objects.requireNonNull(of.level().rates().deliveredOutputTps()) * attainment,
              within(1e-6));
    }
  }

  /// Short runs, in which many answers end after the window: the rates of some are of the whole
  /// run.
  @Test
  void tokenGoodputNeverExceedsThroughputAndEqualsItWhereAllAnswersAreGood() {
    int ofWindow = 0;
    for (int seed = 1; seed <= 60; seed++) {
      List<RequestRecord> requests = RandomRun.requests(seed * 104_729L, 15 + seed, true, 0);
      AnalysisOptions options = OPTIONS.withWarmup(new Warmup.Fixed(seed % 3 * 100_000_000L));
      LevelResult some = Analysed.level(RandomRun.log(requests, 0), options);
      LevelResult all =
          Analysed.level(RandomRun.log(requests, 0), options.withSlo(Slo.parse("e2el<=60m")));
      double throughput = Objects.requireNonNull(some.rates().outputTps());
      Goodput goodput = Objects.requireNonNull(some.goodput());
      assertThat(goodput.tokenTps()).as("seed %d", seed).isLessThanOrEqualTo(throughput);
      assertThat(Objects.requireNonNull(all.goodput()).tokenTps())
          .as("seed %d", seed)
          .isEqualTo(throughput);
      ofWindow += some.window().ratesOfWholeRun() ? 0 : 1;
    }
    assertThat(ofWindow).isBetween(10, 59);
  }

  @Test
  void thePercentileBoundHoldsWhereHalfOfTheArrivalsAreWithin() {
    for (Case of : cases()) {
      BoundResult bound = of.level().bounds().getFirst();
      long within = of.lastOfSample().stream().filter(r -> ok(r) && ttft(r) <= TTFT).count();
      assertThat(bound.within()).as("seed %d", of.seed()).isEqualTo(within);
      assertThat(bound.holds()).isEqualTo(2 * within >= bound.applies());
    }
  }

  @Test
  void percentilesAreThoseOfTheSortedValues() {
    for (Case of : cases()) {
      double[] sorted =
          of.lastOfSample().stream()
              .filter(WrittenOutTest::ok)
              .mapToDouble(WrittenOutTest::ttft)
              .sorted()
              .toArray();
      var ttft = Objects.requireNonNull(of.level().latencies().ttft());
      assertThat(ttft.p50()).as("seed %d", of.seed()).isEqualTo(at(sorted, 50) / 1e6);
      assertThat(ttft.p90()).isEqualTo(at(sorted, 90) / 1e6);
      assertThat(ttft.p95()).isEqualTo(at(sorted, 95) / 1e6);
      assertThat(ttft.mean())
          .isCloseTo(Arrays.stream(sorted).average().orElse(0) / 1e6, within(1e-9));
    }
  }

  private static double at(double[] sorted, int percent) {
    int rank = 1;
    while (100 * rank < percent * sorted.length) {
      rank++;
    }
    return sorted[rank - 1];
  }

  @Test
  void concurrencyIsCountedAtEveryStartOfTheWindow() {
    for (Case of : cases()) {
      List<RequestRecord> last = of.requests().stream().filter(RequestRecord::last).toList();
      double inFlight = 0;
      long peak = 0;
      for (RequestRecord r : last) {
        long from = Math.max(of.begin(), r.stamps().intendedNanos());
        inFlight += Math.max(0, Math.min(of.end(), r.stamps().endedNanos()) - from);
        if (from <= of.end() && r.stamps().endedNanos() > from) {
          peak = Math.max(peak, inFlightAt(from, last));
        }
      }
      Rates rates = of.level().rates();
      assertThat(rates.concurrencyMean())
          .as("seed %d", of.seed())
          .isCloseTo(inFlight / (of.end() - of.begin()), within(1e-9));
      assertThat(rates.concurrencyPeak()).isEqualTo(peak);
    }
  }

  private static long inFlightAt(long nanos, List<RequestRecord> requests) {
    return requests.stream()
        .filter(r -> r.stamps().intendedNanos() <= nanos && r.stamps().endedNanos() > nanos)
        .count();
  }
}
