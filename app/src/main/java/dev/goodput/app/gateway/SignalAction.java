package dev.goodput.app.gateway;

/// An action that a signal requests.
enum SignalAction {
  /// SIGINT: stop.
  INTERRUPT,
  /// SIGTERM: stop.
  TERMINATE,
  /// SIGHUP: reload the configuration.
  RELOAD
}
