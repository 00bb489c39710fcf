package dev.goodput.observe.export;

import java.util.List;

/// How an export over OTLP fares.
///
/// @param signals metrics, and spans where they are exported
public record ExportStatus(List<Signal> signals) {
  /// Copies the list.
  public ExportStatus {
    signals = List.copyOf(signals);
  }

  /// One kind of what is exported.
  ///
  /// @param word `metrics` or `traces`
  /// @param delivered points or spans that the collector took
  /// @param lostFull those that found the queue full
  /// @param lostRefused those that the collector refused for good
  /// @param lostUnreached those that were given up: out of reach for too long, or left at the end;
  ///   of metrics nothing but a reading in between is lost by it, as totals stand in the next
  /// @param failedPosts posts that failed, those that were tried again too
  /// @param queued what waits
  /// @param problem why the last post failed, without secrets; empty where it did not
  public record Signal(
      String word,
      long delivered,
      long lostFull,
      long lostRefused,
      long lostUnreached,
      long failedPosts,
      int queued,
      String problem) {
    /// All that was lost.
    public long lost() {
      return lostFull + lostRefused + lostUnreached;
    }
  }
}
