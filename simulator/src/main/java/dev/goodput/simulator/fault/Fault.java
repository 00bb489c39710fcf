package dev.goodput.simulator.fault;

/// One fault with its arguments.
///
/// @param kind what goes wrong
/// @param first first argument, see [FaultKind]
/// @param second second argument
public record Fault(FaultKind kind, double first, double second) {
  /// That fault with its default arguments.
  public static Fault of(FaultKind kind) {
    return new Fault(kind, kind.first(), kind.second());
  }
}
