package dev.goodput.gateway.exchange;

/// Which way a request goes, by the names of the configuration.
///
/// @param route the route's name, `""` where none matches
/// @param sloClass the class it is judged by, `""` where there is no route
record Way(String route, String sloClass) {
  /// No way.
  static final Way NONE = new Way("", "");
}
