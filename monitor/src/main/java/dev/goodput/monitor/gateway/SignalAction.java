package dev.goodput.monitor.gateway;

/// An action that a signal requests.
public enum SignalAction {
  /// SIGINT: stop.
  INTERRUPT,
  /// SIGTERM: stop.
  TERMINATE,
  /// SIGHUP: reload the configuration.
  RELOAD
}
