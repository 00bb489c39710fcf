package dev.goodput.gateway.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The routes of a gateway. A request takes the first route that matches, or none.
///
/// @param routes in the order in which they are tried; the default route, if there is one, is the
///   last
/// @param sloClasses the SLO classes that the routes refer to
public record Routing(List<Route> routes, List<SloClass> sloClasses) {
  /// Copies the lists.
  ///
  /// @throws PlanException a duplicate name, or a route with an unknown class
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
            "routes", "name the SLO class \"" + route.sloClass() + "\", which does not exist");
      }
    }
  }

  /// Returns a routing of every request to one upstream and one class.
  public static Routing all(Upstream upstream, SloClass sloClass) {
    return new Routing(
        List.of(new Route("default", RouteMatch.ANY, upstream.name(), sloClass.name())),
        List.of(sloClass));
  }

  /// Returns the route that a request takes, or empty if none matches.
  ///
  /// @param path the path without its query
  /// @param model the requested model; empty if the request names none
  /// @param headers returns the value of a header by its case-insensitive name
  public Optional<Route> route(String path, String model, UnaryOperator<@Nullable String> headers) {
    for (Route route : routes) {
      if (route.match().matches(path, model, headers)) {
        return Optional.of(route);
      }
    }
    return Optional.empty();
  }

  /// Returns the routes that a request may take while its model is unknown, in order. The list ends
  /// with the first of them that has no condition on the model.
  ///
  /// @param path the path without its query
  /// @param headers returns the value of a header by its case-insensitive name
  public List<Route> candidates(String path, UnaryOperator<@Nullable String> headers) {
    List<Route> candidates = new ArrayList<>();
    for (Route route : routes) {
      if (route.match().couldMatch(path, headers)) {
        candidates.add(route);
        if (route.match().model().isEmpty()) {
          break;
        }
      }
    }
    return candidates;
  }

  /// Returns whether a route depends on the model in the request body. The body must then be read
  /// before it can be forwarded.
  public boolean readsModels() {
    return routes.stream().anyMatch(route -> !route.match().model().isEmpty());
  }

  /// Returns the SLO class with a name.
  ///
  /// @throws IllegalArgumentException an unknown name
  public SloClass sloClass(String name) {
    return sloClasses.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no SLO class " + name));
  }

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

  /// The conditions of a route. A request takes the route if all of them hold.
  ///
  /// @param pathPrefix whole segments that the path starts with; empty for any path
  /// @param model the requested model, with `*` at the end as a wildcard; empty for any
  /// @param header a header that the request must have; empty for none
  /// @param headerValue the value that the header must have; empty for any
  public record RouteMatch(String pathPrefix, String model, String header, String headerValue) {
    /// Matches every request.
    public static final RouteMatch ANY = new RouteMatch("", "", "", "");

    /// @throws PlanException a path without a leading slash, or a value without its header
    public RouteMatch {
      if (!pathPrefix.isEmpty() && !pathPrefix.startsWith("/")) {
        throw new PlanException("path", "must start with /, found \"" + pathPrefix + "\"");
      }
      int star = model.indexOf('*');
      if (star >= 0 && star < model.length() - 1) {
        throw new PlanException("model", "may have a * at its end only, found \"" + model + "\"");
      }
      if (!header.isEmpty()) {
        Checks.header("header", header);
      }
      if (header.isEmpty() && !headerValue.isEmpty()) {
        throw new PlanException("value", "needs the name of its header: header");
      }
    }

    /// Returns whether a request takes the route.
    ///
    /// @param path the path without its query
    /// @param requested the requested model; empty if the request names none
    /// @param headers returns the value of a header by its case-insensitive name
    public boolean matches(String path, String requested, UnaryOperator<@Nullable String> headers) {
      return matchesModel(model, requested) && couldMatch(path, headers);
    }

    /// Returns whether a request takes the route, assuming that its model matches.
    boolean couldMatch(String path, UnaryOperator<@Nullable String> headers) {
      return matchesPath(path) && matchesHeader(headers);
    }

    /// Returns whether a pattern that may end in `*` matches a name. An empty pattern matches any
    /// name.
    private static boolean matchesModel(String pattern, String requested) {
      return pattern.endsWith("*")
          ? requested.startsWith(pattern.substring(0, pattern.length() - 1))
          : pattern.isEmpty() || pattern.equals(requested);
    }

    private boolean matchesPath(String path) {
      return path.startsWith(pathPrefix)
          && (pathPrefix.endsWith("/")
              || path.length() == pathPrefix.length()
              || pathPrefix.isEmpty()
              || path.charAt(pathPrefix.length()) == '/');
    }

    private boolean matchesHeader(UnaryOperator<@Nullable String> headers) {
      if (header.isEmpty()) {
        return true;
      }
      String found = headers.apply(header);
      return found != null && (headerValue.isEmpty() || headerValue.equals(found));
    }
  }
}
