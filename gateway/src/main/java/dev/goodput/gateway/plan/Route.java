package dev.goodput.gateway.plan;

/// Where requests of a kind go and how they are judged.
///
/// @param name as labels and records have it
/// @param match which requests take it
/// @param upstream the name of the one they go to
/// @param sloClass the name of the class they are judged by
public record Route(String name, RouteMatch match, String upstream, String sloClass) {
  /// @throws PlanException where the name is none
  public Route {
    Checks.name("name", name);
  }
}
