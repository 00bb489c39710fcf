package dev.goodput.telemetry;

import dev.goodput.metrics.traffic.WasteCause;
import org.jspecify.annotations.Nullable;

/// How an attempt ended.
///
/// @param kind whether it succeeded
/// @param outcome the outcome's key; `other` if a newer version of Goodput named it
/// @param status HTTP status of an error; 0 for none
/// @param attempt the attempt's number, from 0
/// @param last whether no further attempt followed
/// @param streamed whether a streamed response was requested
/// @param dispatched whether an upstream was contacted
/// @param sent whether the whole request was sent
/// @param waste why its tokens were wasted; null if they were not
public record EventResult(
    Kind kind,
    String outcome,
    int status,
    int attempt,
    boolean last,
    boolean streamed,
    boolean dispatched,
    boolean sent,
    @Nullable WasteCause waste) {

  /// The kinds of outcomes.
  public enum Kind {
    /// A complete response.
    OK,
    /// A failure.
    FAILED,
    /// The client left.
    CANCELLED
  }
}
