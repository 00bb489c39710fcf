package dev.goodput.lab;

import dev.goodput.load.FailurePauses;
import dev.goodput.load.LevelOutcome;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import org.jspecify.annotations.Nullable;

/// The plain experiment: levels of load in order, all recorded in a run directory.
public final class Bench {
  private final BenchPlan plan;
  private final Target target;
  private final RunDirectory directory;
  private final BenchListener listener;
  private final boolean keepsText;
  private final Runnable ready;
  private @Nullable AnswerFile answers;
  private SkippedRequests skipped = SkippedRequests.NONE;
  private long turnsDropped;
  private FailurePauses pauses = FailurePauses.NONE;

  private Bench(
      BenchPlan plan,
      Target target,
      RunDirectory directory,
      BenchListener listener,
      boolean keepsText,
      Runnable ready) {
    this.ready = ready;
    this.keepsText = keepsText;
    this.plan = plan;
    this.target = target;
    this.directory = directory;
    this.listener = listener;
  }

  /// Runs the levels on the calling thread, until all have ended or the target is drained, stopped
  /// or does not respond. The log is flushed each second, so a killed run loses at most one second.
  ///
  /// @throws dev.goodput.record.RecordException when the log cannot be written
  /// @throws dev.goodput.workload.input.WorkloadException when reading the workload fails
  public static BenchOutcome run(
      BenchPlan plan, Target target, RunDirectory directory, BenchListener listener) {
    return new Bench(plan, target, directory, listener, false, () -> {}).run();
  }

  /// Runs the levels.
  ///
  /// @param keepsText keeps the text of each response in [RunDirectory#ANSWERS_FILE]
  /// @param ready called after the warm-up, before the first level; may wait, and may throw
  /// @throws dev.goodput.record.RecordException when the log or the texts cannot be written
  /// @throws dev.goodput.workload.input.WorkloadException when reading the workload fails
  public static BenchOutcome run(
      BenchPlan plan,
      Target target,
      RunDirectory directory,
      BenchListener listener,
      boolean keepsText,
      Runnable ready) {
    return new Bench(plan, target, directory, listener, keepsText, ready).run();
  }

  private BenchOutcome run() {
    directory.updateManifest(BenchManifest.of(directory.manifest(), plan, target.facts()));
    listener.warmingUp();
    target.warmUp(plan, directory.path().resolve("warm-up"));
    ready.run();
    LevelOutcome interrupted = target.interrupted();
    LevelOutcome outcome =
        interrupted == null ? new LevelOutcome(LevelEnded.Ending.COMPLETE, "") : interrupted;
    int ran = 0;
    try (RunLogWriter writer = directory.writer();
        AnswerFile texts = keepsText ? AnswerFile.in(directory) : null) {
      answers = texts;
      while (ran < plan.levels().size() && outcome.ending().asPlanned()) {
        outcome = level(ran, writer);
        ran++;
        if (ran < plan.levels().size() && outcome.ending().asPlanned()) {
          outcome = pause(outcome);
        }
      }
    }
    directory.updateManifest(BenchManifest.notSent(directory.manifest(), skipped, turnsDropped));
    return new BenchOutcome(outcome.ending(), outcome.reason(), ran, skipped, turnsDropped, pauses);
  }

  /// Pauses before the next level, which does not start if the pause is interrupted.
  private LevelOutcome pause(LevelOutcome before) {
    target.pause(plan.pauseNanos());
    LevelOutcome interrupted = target.interrupted();
    return interrupted == null ? before : interrupted;
  }

  private LevelOutcome level(int index, RunLogWriter writer) {
    listener.levelStarted(index, plan.levels().size(), plan.load(index));
    SessionSource source = plan.source(index);
    LevelOutcome outcome =
        target.run(plan, index, source, new BenchSink(plan, index, writer, listener, answers));
    writer.flush();
    skipped = sum(skipped, outcome.excluded());
    turnsDropped += outcome.turnsDropped();
    pauses = pauses.plus(outcome.pauses());
    listener.levelEnded(index, outcome.ending(), outcome.reason());
    return outcome;
  }

  private static SkippedRequests sum(SkippedRequests before, SkippedRequests more) {
    return before.count() == 0
        ? more
        : new SkippedRequests(before.count() + more.count(), before.reason(), before.example());
  }
}
