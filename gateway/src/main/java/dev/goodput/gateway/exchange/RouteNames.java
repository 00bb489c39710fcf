package dev.goodput.gateway.exchange;

/// The route of a request, by names from the configuration.
///
/// @param route the route's name, `""` if none matches
/// @param sloClass the request's SLO class, `""` if there is no route
record RouteNames(String route, String sloClass) {
  /// No route.
  static final RouteNames NONE = new RouteNames("", "");
}
