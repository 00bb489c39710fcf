package dev.goodput.gateway.store;

import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.record.Manifest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/// The settings of a log until they are replaced.
///
/// @param plan sizes and times
/// @param kind the kind of the log
/// @param sampling which exchanges are kept
/// @param facts entries for every manifest
record LogRules(LogPlan plan, LogKind kind, Sampling sampling, Manifest facts) {
  /// Starts a run directory.
  ///
  /// @param note a note for readers of the directory; empty for none
  /// @throws dev.goodput.record.RecordException if it cannot be created
  LogSegment begin(Instant now, long nowNanos, String note) {
    Manifest manifest =
        facts
            .with(LogStorage.MARK, "rotated")
            .with("gateway.log.share", sampling.share())
            .with("run.started", now.toString())
            .with("run.workload", kind.workload())
            .with("run.arrivals", kind.arrivals().word())
            .with("run.levels", 1);
    int notes = 0;
    for (String each : List.of(sampling.note(), note)) {
      if (!each.isEmpty()) {
        manifest = manifest.with("run.note." + ++notes, each);
      }
    }
    return new LogSegment(parent().begin(now, kind.name(), manifest), kind, sampling, nowNanos);
  }

  /// Deletes the oldest directories beyond the size limit.
  ///
  /// @param open directories that are being written
  /// @return the number of deleted directories
  int deleteBeyond(Collection<Path> open) {
    return parent().deleteBeyond(plan.capBytes(), open);
  }

  private LogStorage parent() {
    return new LogStorage(plan.directory());
  }
}
