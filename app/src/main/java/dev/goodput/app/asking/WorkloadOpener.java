package dev.goodput.app.asking;

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
  static OpenOptions of(CommonOptions asking, TargetFacts facts, Replay replay) {
    return with(asking, facts, replay, writer(asking.tokenizer(), facts));
  }

  /// The same in virtual time, where text is written only for what it shares with other text.
  static OpenOptions virtual(CommonOptions asking, TargetFacts facts, Replay replay) {
    PromptWriter writer = writer(asking.tokenizer(), facts);
    boolean shared = asking.turns != null || asking.workload().sharesPrefixes();
    return with(asking, facts, replay, shared ? writer : writer.withoutText());
  }

  private static OpenOptions with(
      CommonOptions asking, TargetFacts facts, Replay replay, PromptWriter writer) {
    OpenOptions open =
        OpenOptions.of(asking.seed(), writer)
            .withLimits(
                new LengthLimits(facts.maxModelLen().orElse(0), asking.input, asking.output))
            .withReplay(replay)
            .withShape(shape(asking));
    return asking.what.cacheBust ? open.withCacheBust(System.nanoTime()) : open;
  }

  /// Refuses options that contradict the workload, whatever the target; nothing is read of it.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException naming what does not apply
  static void requireApplicable(CommonOptions asking) {
    OpenOptions anywhere =
        OpenOptions.of(0, PromptWriter.calibrated(PromptCalibration.DEFAULT))
            .withLimits(new LengthLimits(0, asking.input, asking.output))
            .withShape(shape(asking));
    var _ = asking.workload().open(anywhere);
  }

  /// Makes a first session, so that a workload of which nothing fits the target's model is refused
  /// before a run directory is begun.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException naming the limit
  static void requireSomething(Workload workload, OpenOptions open) {
    var _ = workload.open(open).next();
  }

  private static SessionShape shape(CommonOptions asking) {
    LengthDistribution turns = asking.turns;
    if (turns == null) {
      return SessionShape.SINGLE;
    }
    WorkloadOptions options = asking.what;
    Duration think = options.thinkTime == null ? Duration.ZERO : options.thinkTime;
    HistoryMode history =
        "by-turn".equals(options.history) ? HistoryMode.BY_TURN : HistoryMode.CUMULATIVE;
    return new SessionShape(
        turns, LengthDistribution.fixed(Math.toIntExact(think.toMillis())), history);
  }

  /// With a tokenizer lengths are exact but for what the server adds; the probes tell how much that
  /// is. Without one the probes tell what a word costs.
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
