package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.RandomRun;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The identities that hold on every run, over random runs.
@Tag("property")
class IdentitiesTest {
  private static final int SEEDS = 60;

  private static List<RequestRecord> run(long seed) {
    return RandomRun.requests(seed, 150, seed % 2 == 0, 0);
  }

  private static List<RequestRecord> ok(List<RequestRecord> requests) {
    return requests.stream().filter(r -> r.last() && r.outcome() instanceof Outcome.Ok).toList();
  }

  @Test
  void endToEndIsFirstTokenPlusGenerationToTheNanosecond() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      for (RequestRecord request : run(seed)) {
        RequestTimes times = RequestTimes.of(request);
        if (times.streamed()) {
          assertThat(times.e2elNanos())
              .as("seed %d id %d", seed, request.id())
              .isEqualTo(times.ttftNanos() + times.generationNanos());
        }
      }
    }
  }

  @Test
  void timePerOutputTokenTimesItsTokensIsGenerationTime() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      double spread = 0;
      double generation = 0;
      for (RequestRecord request : ok(run(seed))) {
        RequestTimes times = RequestTimes.of(request);
        if (!Double.isNaN(times.tpotNanos())) {
          spread += (times.tokens() - 1) * times.tpotNanos();
          generation += times.generationNanos();
        }
      }
      assertThat(spread).as("seed %d", seed).isCloseTo(generation, within(generation * 1e-12));
    }
  }

  @Test
  void tokenWeightedItlIsGenerationTimeOverItsTokens() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<RequestRecord> requests = run(seed);
      double generation = 0;
      double tokens = 0;
      for (RequestRecord request : ok(requests)) {
        RequestView view = new RequestView(request, 5);
        if (!Double.isNaN(view.itlNanos())) {
          generation += view.times().generationNanos() / 1e6;
          tokens += view.times().tokens() - view.chunks().firstTokens();
        }
      }
      Distribution itl =
          Objects.requireNonNull(Analysed.level(RandomRun.log(requests, 0)).latencies().itl());
      assertThat(itl.mean()).as("seed %d", seed).isCloseTo(generation / tokens, within(1e-9));
      assertThat(itl.count()).as("seed %d", seed).isEqualTo((long) tokens);
    }
  }

  @Test
  void theTextbookEstimateIsOffByExactlyOneTimePerOutputToken() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      for (RequestRecord request : ok(run(seed))) {
        RequestTimes times = RequestTimes.of(request);
        double tpot = times.tpotNanos();
        if (!Double.isNaN(tpot)) {
          assertThat(times.ttftNanos() + tpot * times.tokens() - times.e2elNanos())
              .as("seed %d id %d", seed, request.id())
              .isCloseTo(tpot, within(1e-3));
        }
      }
    }
  }

  @Test
  void tokensAndRequestsByOutcomeAddUp() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<RequestRecord> requests = run(seed);
      LevelResult level = Analysed.level(RandomRun.log(requests, 0));

      long tokens = requests.stream().mapToLong(RequestRecord::outputTokens).sum();
      assertThat(level.tokens().output()).as("seed %d", seed).isEqualTo(tokens);
      assertThat(sum(level.tokens().outputByOutcome().values())).isEqualTo(tokens);
      assertThat(sum(level.requests().byOutcome().values()))
          .isEqualTo(level.requests().intended())
          .isEqualTo(150);
      assertThat(level.requests().ok() + level.requests().failed() + level.requests().cancelled())
          .isEqualTo(150);
      assertThat(level.requests().retries())
          .isEqualTo(requests.stream().filter(r -> !r.last()).count());
      assertThat(level.faults()).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void littlesLawHoldsOverTheWholeRun() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<RequestRecord> requests = run(seed);
      LevelResult.Window window = Analysed.level(RandomRun.log(requests, 0)).window();
      ConcurrencyTally tally = new ConcurrencyTally(window.runBeginNanos(), window.runEndNanos());
      double residence = 0;
      for (RequestRecord request : requests) {
        if (request.last()) {
          tally.add(RequestTimes.startNanos(request), request.stamps().endedNanos());
          residence += request.stamps().endedNanos() - RequestTimes.startNanos(request);
        }
      }
      assertThat(tally.mean() * (window.runEndNanos() - window.runBeginNanos()))
          .as("seed %d", seed)
          .isCloseTo(residence, within(1.0));
    }
  }

  private static long sum(Iterable<Long> counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  @Test
  void theFiguresOfALevelObeyTheIdentitiesToo() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<RequestRecord> requests = run(seed);
      LevelResult level = Analysed.level(RandomRun.log(requests, 0));
      Latencies all = level.latencies();
      Distribution ttft = Objects.requireNonNull(all.ttft());
      Distribution generation = Objects.requireNonNull(all.of(LatencyMetric.GENERATION_TIME));
      Distribution e2el = Objects.requireNonNull(all.e2el());

      assertThat(e2el.count()).as("seed %d", seed).isEqualTo(ok(requests).size());
      assertThat(e2el.mean()).isCloseTo(ttft.mean() + generation.mean(), within(1e-9));
      assertThat(Objects.requireNonNull(all.tpot()).count() + all.tpotUndefined())
          .isEqualTo(ttft.count());
      assertThat(level.totals().outputTokens()).isEqualTo(level.tokens().output());
    }
  }
}
