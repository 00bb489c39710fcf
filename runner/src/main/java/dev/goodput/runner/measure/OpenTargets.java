package dev.goodput.runner.measure;

import dev.goodput.lab.Target;
import dev.goodput.runner.endpoint.PreflightScreen;
import dev.goodput.runner.endpoint.TargetPlan;
import dev.goodput.runner.endpoint.TargetSession;
import java.util.ArrayList;
import java.util.List;

/// The targets of a measurement, after their pre-flight. Closing it closes the connections.
public final class OpenTargets implements AutoCloseable {
  private final List<TargetSession> sessions = new ArrayList<>();

  /// Nothing is open yet.
  public OpenTargets() {}

  /// Connects to the targets and runs the pre-flight of each.
  ///
  /// @throws dev.goodput.wire.WireException if load would be pointless, giving the reason
  /// @throws dev.goodput.workload.input.WorkloadException if nothing in the workload fits
  public void open(Measurement measurement, PreflightScreen screen) {
    for (TargetPlan each : measurement.setup().targets()) {
      sessions.add(
          TargetSession.open(each, measurement.replay(), screen, measurement.elapsedNanos()));
    }
  }

  /// Returns the only target, or side A.
  public TargetSession first() {
    return sessions.getFirst();
  }

  /// Returns the only target, or side B.
  public TargetSession last() {
    return sessions.getLast();
  }

  /// Returns whether all targets run in virtual time.
  public boolean virtual() {
    return sessions.stream().allMatch(TargetSession::virtual);
  }

  /// Returns the targets in the order in which they were opened.
  public Target[] targets() {
    return sessions.stream().map(TargetSession::target).toArray(Target[]::new);
  }

  @Override
  public void close() {
    sessions.reversed().forEach(TargetSession::close);
  }
}
