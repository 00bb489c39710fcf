package dev.goodput.telemetry.metric;

import java.util.List;

/// The state of an OTLP export.
///
/// @param signals metrics and spans, if they are exported
public record ExportStatus(List<Signal> signals) {
  /// Copies the list.
  public ExportStatus {
    signals = List.copyOf(signals);
  }

  /// The state of one signal.
  ///
  /// @param word `metrics` or `traces`
  /// @param delivered points or spans that the collector accepted
  /// @param lostFull items dropped because the queue was full
  /// @param lostRefused items that the collector refused for good
  /// @param lostUnreached items given up: the collector was unreachable for too long, or they were
  ///   left at the end. For metrics only a reading in between is lost, as the next one holds the
  ///   totals
  /// @param failedPosts failed posts, including those that were retried
  /// @param queued items in the queue
  /// @param problem why the last post failed, without secrets; empty if it succeeded
  public record Signal(
      String word,
      long delivered,
      long lostFull,
      long lostRefused,
      long lostUnreached,
      long failedPosts,
      int queued,
      String problem) {
    /// Returns the number of all lost items.
    public long lost() {
      return lostFull + lostRefused + lostUnreached;
    }
  }
}
