package dev.goodput.simulator.fault;

/// One fault with its arguments.
///
/// @param kind the kind of fault
/// @param first first argument, see [FaultKind]
/// @param second second argument
public record Fault(FaultKind kind, double first, double second) {
  /// Returns the fault with its default arguments.
  public static Fault of(FaultKind kind) {
    return new Fault(kind, kind.first(), kind.second());
  }
}
