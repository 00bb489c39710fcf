package dev.goodput.lab;

import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.Retry;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.LengthLimits;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.SessionShape;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Plans for tests: synthetic prompts of 40 tokens, answers of 12, and what a test changes of it. A
/// change holds from then on.
final class Plans {
  private final List<LevelPlan> levels;
  private String workload = "synthetic";
  private long seed = 42;
  private SessionShape shape = SessionShape.SINGLE;
  private AskOptions ask = AskOptions.of("m");
  private Retry retry = Retry.OFF;
  private Timeouts timeouts = Timeouts.NONE;
  private @Nullable Tokenizer tokenizer;
  private LengthLimits limits =
      new LengthLimits(0, LengthDistribution.fixed(40), LengthDistribution.fixed(12));

  private Plans(LevelPlan... levels) {
    this.levels = List.of(levels);
  }

  static Plans of(LevelPlan... levels) {
    return new Plans(levels);
  }

  static LevelPlan closed(int users, long requests) {
    return new LevelPlan(new Arrivals.Closed(), users, requests, 0, 0);
  }

  static LevelPlan poisson(double rate, long requests) {
    return new LevelPlan(new Arrivals.Poisson(rate), 0, requests, 0, 0);
  }

  Plans withSeed(long other) {
    seed = other;
    return this;
  }

  Plans withShape(SessionShape other) {
    shape = other;
    return this;
  }

  Plans withAsk(AskOptions other) {
    ask = other;
    return this;
  }

  Plans withRetry(Retry other) {
    retry = other;
    return this;
  }

  Plans withTimeouts(Timeouts other) {
    timeouts = other;
    return this;
  }

  Plans withTokenizer(Tokenizer other) {
    tokenizer = other;
    return this;
  }

  Plans withLimits(LengthLimits other) {
    limits = other;
    return this;
  }

  Plans withWorkload(String other) {
    workload = other;
    return this;
  }

  BenchPlan plan() {
    OpenOptions open =
        OpenOptions.of(seed, PromptWriter.calibrated(PromptCalibration.DEFAULT))
            .withLimits(limits)
            .withShape(shape);
    return new BenchPlan(
        Workloads.find(workload),
        open,
        levels,
        ask,
        retry,
        Cancellation.NONE,
        timeouts,
        tokenizer,
        0,
        1);
  }
}
