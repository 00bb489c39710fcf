package dev.goodput.workload;

/// The order of a finite workload, and whether it starts over.
///
/// @param order the order
/// @param once whether to end after one round
public record Replay(Order order, boolean once) {
  /// Endless, in a new seeded order each round.
  public static final Replay SHUFFLED = new Replay(Order.SHUFFLED, false);

  /// Endless, in recorded order: required to use a trace's times.
  public static final Replay RECORDED = new Replay(Order.RECORDED, false);

  /// The order of sessions.
  public enum Order {
    /// Drawn from the seed, anew each round. Workloads with prefix blocks, whose order determines
    /// reuse, start at a random row instead and continue in recorded order.
    SHUFFLED,
    /// As in the file. Recorded times are kept; those of later rounds follow.
    RECORDED
  }
}
