package dev.goodput.simulator.fault;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The faults that hit one request.
///
/// @param faults at most one of each kind
public record FaultSet(Map<FaultKind, Fault> faults) {
  /// No fault at all.
  public static final FaultSet NONE = new FaultSet(Map.of());

  /// Freezes the map.
  public FaultSet {
    faults = Map.copyOf(faults);
  }

  /// Whether there is a fault of that kind.
  public boolean has(FaultKind kind) {
    return faults.containsKey(kind);
  }

  /// The fault of that kind; null where there is none.
  public @Nullable Fault get(FaultKind kind) {
    return faults.get(kind);
  }
}
