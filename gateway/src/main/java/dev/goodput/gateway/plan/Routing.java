package dev.goodput.gateway.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Which way requests go: the first route that matches, else none.
///
/// @param routes in the order in which they are tried; a default is the last and matches any
/// @param sloClasses the promises that routes name
public record Routing(List<Route> routes, List<SloClass> sloClasses) {
  /// Copies the lists.
  ///
  /// @throws PlanException where names stand twice, or a route names a class that is not there
  public Routing {
    routes = List.copyOf(routes);
    sloClasses = List.copyOf(sloClasses);
    Checks.atLeast("routes", 1, routes.size());
    Checks.distinct("routes", routes.stream().map(Route::name).toList());
    List<String> classes = sloClasses.stream().map(SloClass::name).toList();
    Checks.distinct("slo-classes", classes);
    for (Route route : routes) {
      if (!classes.contains(route.sloClass())) {
        throw new PlanException(
            "routes", "name the SLO class \"" + route.sloClass() + "\", which is not there");
      }
    }
  }

  /// Every request to one upstream, judged by one class.
  public static Routing all(Upstream upstream, SloClass sloClass) {
    return new Routing(
        List.of(new Route("default", RouteMatch.ANY, upstream.name(), sloClass.name())),
        List.of(sloClass));
  }

  /// The route that a request takes; empty where none matches.
  ///
  /// @param path without its query
  /// @param model that was asked for; empty where the request names none
  /// @param headers the value of a header by its name in any case
  public Optional<Route> route(String path, String model, UnaryOperator<@Nullable String> headers) {
    for (Route route : routes) {
      if (route.match().holds(path, model, headers)) {
        return Optional.of(route);
      }
    }
    return Optional.empty();
  }

  /// The routes of which a request takes one, if any, whatever its model turns out to be.
  ///
  /// @param path without its query
  /// @param headers the value of a header by its name in any case
  public List<Route> possible(String path, UnaryOperator<@Nullable String> headers) {
    List<Route> possible = new ArrayList<>();
    for (Route route : routes) {
      if (route.match().couldHold(path, headers)) {
        possible.add(route);
        if (route.match().model().isEmpty()) {
          break;
        }
      }
    }
    return possible;
  }

  /// Whether the way of some request depends on the model in its body, which must then be read
  /// before it can be passed on.
  public boolean readsModels() {
    return routes.stream().anyMatch(route -> !route.match().model().isEmpty());
  }

  /// The class of that name.
  ///
  /// @throws IllegalArgumentException where there is none
  public SloClass sloClass(String name) {
    return sloClasses.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no SLO class " + name));
  }
}
