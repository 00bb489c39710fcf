package dev.goodput.load;

import dev.goodput.record.LevelEnded;
import java.util.List;

/// Why a level should end before its plan does.
///
/// @param ending the kind
/// @param reason in one clear line
record Interruption(LevelEnded.Ending ending, String reason) {
  /// Finish what is in flight.
  static final Interruption DRAIN =
      new Interruption(LevelEnded.Ending.DRAINED, "drained: interrupted");

  /// Leave at once.
  static final Interruption STOP =
      new Interruption(LevelEnded.Ending.STOPPED, "stopped: interrupted twice");

  /// Whether requests in flight are left too.
  boolean now() {
    return ending != LevelEnded.Ending.DRAINED;
  }

  /// Whether this one goes further than another.
  boolean beyond(Interruption other) {
    return now() && !other.now();
  }

  /// Tells the loops.
  void tell(List<LoopWorker> workers) {
    for (LoopWorker worker : workers) {
      if (now()) {
        worker.stop(reason);
      } else {
        worker.drain(reason);
      }
    }
  }
}
