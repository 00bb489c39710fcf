package dev.goodput.metrics.traffic;

/// Counts of request events on their way to a broker.
///
/// @param delivered events that the broker stored
/// @param overflowed events dropped because too many waited to be sent, or lost in the spill file
/// @param undelivered events that the broker did not confirm
/// @param spilled events that wait in the spill file now
public record EventCounts(long delivered, long overflowed, long undelivered, long spilled) {
  /// No counts.
  public static final EventCounts NONE = new EventCounts(0, 0, 0, 0);

  /// Returns the difference from earlier counts; what waits now is no difference.
  EventCounts since(EventCounts before) {
    return new EventCounts(
        delivered - before.delivered,
        overflowed - before.overflowed,
        undelivered - before.undelivered,
        spilled);
  }

  /// Returns the number of lost events.
  public long lost() {
    return overflowed + undelivered;
  }
}
