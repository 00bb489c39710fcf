package dev.goodput.app.gateway;

/// What a signal asks for.
enum Wish {
  /// SIGINT: to end.
  INTERRUPT,
  /// SIGTERM: to end.
  TERMINATE,
  /// SIGHUP: to read the configuration again.
  RELOAD
}
