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
import dev.goodput.workload.length.Lengths;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Plans for tests: synthetic prompts of 40 tokens, answers of 12.
record Plans(
    String workload,
    long seed,
    List<LevelPlan> levels,
    SessionShape shape,
    AskOptions ask,
    Retry retry,
    Timeouts timeouts,
    @Nullable Tokenizer tokenizer,
    LengthLimits limits) {

  static Plans of(LevelPlan... levels) {
    return new Plans(
        "synthetic",
        42,
        List.of(levels),
        SessionShape.SINGLE,
        AskOptions.of("m"),
        Retry.OFF,
        Timeouts.NONE,
        null,
        new LengthLimits(0, Lengths.fixed(40), Lengths.fixed(12)));
  }

  static LevelPlan closed(int users, long requests) {
    return new LevelPlan(new Arrivals.Closed(), users, requests, 0, 0);
  }

  static LevelPlan poisson(double rate, long requests) {
    return new LevelPlan(new Arrivals.Poisson(rate), 0, requests, 0, 0);
  }

  Plans withSeed(long other) {
    return new Plans(workload, other, levels, shape, ask, retry, timeouts, tokenizer, limits);
  }

  Plans withShape(SessionShape other) {
    return new Plans(workload, seed, levels, other, ask, retry, timeouts, tokenizer, limits);
  }

  Plans withAsk(AskOptions other) {
    return new Plans(workload, seed, levels, shape, other, retry, timeouts, tokenizer, limits);
  }

  Plans withRetry(Retry other) {
    return new Plans(workload, seed, levels, shape, ask, other, timeouts, tokenizer, limits);
  }

  Plans withTimeouts(Timeouts other) {
    return new Plans(workload, seed, levels, shape, ask, retry, other, tokenizer, limits);
  }

  Plans withTokenizer(Tokenizer other) {
    return new Plans(workload, seed, levels, shape, ask, retry, timeouts, other, limits);
  }

  Plans withLimits(LengthLimits other) {
    return new Plans(workload, seed, levels, shape, ask, retry, timeouts, tokenizer, other);
  }

  Plans withWorkload(String other) {
    return new Plans(other, seed, levels, shape, ask, retry, timeouts, tokenizer, limits);
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
