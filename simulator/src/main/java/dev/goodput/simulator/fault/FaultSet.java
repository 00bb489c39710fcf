package dev.goodput.simulator.fault;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The faults that hit one request.
///
/// @param faults at most one of each kind
public record FaultSet(Map<FaultKind, Fault> faults) {
  /// No faults.
  public static final FaultSet NONE = new FaultSet(Map.of());

  /// Copies the map.
  public FaultSet {
    faults = Map.copyOf(faults);
  }

  /// Returns whether there is a fault of this kind.
  public boolean has(FaultKind kind) {
    return faults.containsKey(kind);
  }

  /// Returns the fault of this kind; null if there is none.
  public @Nullable Fault get(FaultKind kind) {
    return faults.get(kind);
  }
}
