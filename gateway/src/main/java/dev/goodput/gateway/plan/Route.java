package dev.goodput.gateway.plan;

/// The upstream and the SLO class of a kind of request.
///
/// @param name the name in labels and records
/// @param match the requests that take this route
/// @param upstream the name of the upstream
/// @param sloClass the name of the SLO class
public record Route(String name, RouteMatch match, String upstream, String sloClass) {
  /// @throws PlanException an invalid name
  public Route {
    Checks.name("name", name);
  }
}
