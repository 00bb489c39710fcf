package dev.goodput.workload;

/// In which order a finite workload is asked, and whether it starts over.
///
/// @param order the order
/// @param once end after one round
public record Replay(Order order, boolean once) {
  /// Endless, in a fresh seeded order each round.
  public static final Replay SHUFFLED = new Replay(Order.SHUFFLED, false);

  /// Endless, in recorded order: what a trace's times need.
  public static final Replay RECORDED = new Replay(Order.RECORDED, false);

  /// The order of sessions.
  public enum Order {
    /// Drawn from the seed, anew each round. Workloads with prefix blocks, whose order carries the
    /// reuse, start at a drawn place instead and go on as recorded.
    SHUFFLED,
    /// As in the file. Recorded times are kept, those of later rounds follow on.
    RECORDED
  }
}
