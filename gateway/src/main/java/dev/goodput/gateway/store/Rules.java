package dev.goodput.gateway.store;

import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.record.Manifest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/// What a log goes by until it is told else.
///
/// @param plan sizes and times
/// @param kind whose log it is
/// @param sampling which exchanges are kept
/// @param told what every manifest says
record Rules(LogPlan plan, LogKind kind, Sampling sampling, Manifest told) {
  /// Begins a run directory.
  ///
  /// @param note what its reader must know beside; empty for nothing
  /// @throws dev.goodput.record.RecordException where the place takes none
  Generation begin(Instant now, long nowNanos, String note) {
    Manifest manifest =
        told.with(Home.MARK, "rotated")
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
    return new Generation(home().begin(now, kind.name(), manifest), kind, sampling, nowNanos);
  }

  /// Takes the oldest directories away that are too much.
  ///
  /// @param open those that are being written
  /// @return how many went
  int keepBelow(Collection<Path> open) {
    return home().keepBelow(plan.capBytes(), open);
  }

  private Home home() {
    return new Home(plan.directory());
  }
}
