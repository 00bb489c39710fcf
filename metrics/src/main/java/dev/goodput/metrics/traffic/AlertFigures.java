package dev.goodput.metrics.traffic;

import java.util.List;

/// The burn-rate alerts that a gateway evaluates itself.
///
/// @param states one for each SLO class and severity; none without alerts
/// @param receivers where messages are sent
public record AlertFigures(List<State> states, List<Receiver> receivers) {
  /// No alerts are evaluated.
  public static final AlertFigures NONE = new AlertFigures(List.of(), List.of());

  /// Copies the lists.
  public AlertFigures {
    states = List.copyOf(states);
    receivers = List.copyOf(receivers);
  }

  /// The alerts of one SLO class and severity.
  ///
  /// @param slo the class
  /// @param severity `page` or `ticket`
  /// @param firing whether an alert fires
  /// @param sinceNanos since when it has been so, on the time axis of the traffic
  /// @param evidence the figures of the alert that fires; empty if none does
  public record State(
      String slo, String severity, boolean firing, long sinceNanos, String evidence) {}

  /// One receiver of messages, since the gateway started.
  ///
  /// @param name the receiver
  /// @param delivered messages that it accepted
  /// @param failed messages that were given up
  /// @param dropped messages for which the queue had no room
  public record Receiver(String name, long delivered, long failed, long dropped) {}
}
