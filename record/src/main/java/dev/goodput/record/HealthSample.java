package dev.goodput.record;

import java.util.List;

/// The client's own health over about one second.
///
/// @param level the load level it belongs to
/// @param atNanos end of the second, nanoseconds since the run began
/// @param loopLagNanos lag of each probe of each event loop, or the time for which the client had
///   kept a closed-loop user waiting there, whichever is longer
/// @param pauseNanos stop-the-world pauses that ended in this second
/// @param cpuShare CPU time of this process ÷ (wall time × cores it may use)
/// @param hostCpuShare busy share of the host, NaN if not known
/// @param unreadBytes bytes waiting in sockets at the end of the second, -1 if not known
/// @param refusedLocally connections that this machine refused (ports, descriptors) in this second
/// @param inFlight requests in flight at the end of the second
public record HealthSample(
    int level,
    long atNanos,
    List<Long> loopLagNanos,
    List<Long> pauseNanos,
    double cpuShare,
    double hostCpuShare,
    long unreadBytes,
    int refusedLocally,
    int inFlight)
    implements LogEntry {

  /// Copies the lists.
  public HealthSample {
    loopLagNanos = List.copyOf(loopLagNanos);
    pauseNanos = List.copyOf(pauseNanos);
  }

  /// Returns the same sample on another clock.
  ///
  /// @param byNanos difference added to its time
  public HealthSample shifted(long byNanos) {
    return new HealthSample(
        level,
        atNanos + byNanos,
        loopLagNanos,
        pauseNanos,
        cpuShare,
        hostCpuShare,
        unreadBytes,
        refusedLocally,
        inFlight);
  }
}
