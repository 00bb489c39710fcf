package dev.goodput.runner.endpoint;

import dev.goodput.runner.Clocks;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.LengthLimits;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.Replay;
import dev.goodput.workload.SessionShape;
import dev.goodput.workload.Workload;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the workload is opened for a target that the pre-flight has met.
final class WorkloadOpener {
  private WorkloadOpener() {}

  /// The workload of these options for the target of these facts.
  static OpenOptions of(TargetPlan common, TargetFacts facts, Replay replay) {
    return with(common, facts, replay, writer(common.tokenizer(), facts));
  }

  /// The same in virtual time, where text is written only for what it shares with other text.
  static OpenOptions virtual(TargetPlan common, TargetFacts facts, Replay replay) {
    PromptWriter writer = writer(common.tokenizer(), facts);
    boolean shared = common.shape().turns() != null || common.workload().sharesPrefixes();
    return with(common, facts, replay, shared ? writer : writer.withoutText());
  }

  private static OpenOptions with(
      TargetPlan common, TargetFacts facts, Replay replay, PromptWriter writer) {
    OpenOptions open =
        OpenOptions.of(common.seed(), writer)
            .withLimits(
                new LengthLimits(
                    facts.maxModelLen().orElse(0), common.shape().input(), common.shape().output()))
            .withReplay(replay)
            .withShape(shape(common));
    return common.shape().cacheBust() ? open.withCacheBust(Clocks.SYSTEM.nanos()) : open;
  }

  /// Refuses options that contradict the workload, whatever the target; nothing is read of it.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException naming what does not apply
  static void requireApplicable(TargetPlan common) {
    OpenOptions anywhere =
        OpenOptions.of(0, PromptWriter.calibrated(PromptCalibration.DEFAULT))
            .withLimits(new LengthLimits(0, common.shape().input(), common.shape().output()))
            .withShape(shape(common));
    var _ = common.workload().open(anywhere);
  }

  /// Creates a first session, so that a workload without a request that fits the target's model is
  /// rejected before a run directory exists.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException naming the limit
  static void requireSomething(Workload workload, OpenOptions open) {
    var _ = workload.open(open).next();
  }

  private static SessionShape shape(TargetPlan common) {
    LengthDistribution turns = common.shape().turns();
    if (turns == null) {
      return SessionShape.SINGLE;
    }
    ShapeSettings options = common.shape();
    Duration think = options.thinkTime() == null ? Duration.ZERO : options.thinkTime();
    HistoryMode history =
        "by-turn".equals(options.history()) ? HistoryMode.BY_TURN : HistoryMode.CUMULATIVE;
    return new SessionShape(
        turns, LengthDistribution.fixed(Math.toIntExact(think.toMillis())), history);
  }

  /// With a tokenizer, lengths are exact except for what the server adds, which the probes measure.
  /// Without one, the probes measure the tokens per word.
  private static PromptWriter writer(@Nullable Tokenizer tokenizer, TargetFacts facts) {
    List<PromptCalibration.Sample> probed =
        facts.promptCounts().stream()
            .map(probe -> new PromptCalibration.Sample(probe.words(), probe.promptTokens()))
            .toList();
    return tokenizer == null
        ? PromptWriter.calibrated(PromptCalibration.learn(probed))
        : PromptWriter.exact(tokenizer, probed);
  }
}
