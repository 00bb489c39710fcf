package dev.goodput.gateway.plan;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

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
      throw new PlanException("path", "must begin with /, found \"" + pathPrefix + "\"");
    }
    int star = model.indexOf('*');
    if (star >= 0 && star < model.length() - 1) {
      throw new PlanException("model", "may have a * at its end only, found \"" + model + "\"");
    }
    if (!header.isEmpty()) {
      Checks.header("header", header);
    }
    if (header.isEmpty() && !headerValue.isEmpty()) {
      throw new PlanException("value", "needs the name of its header beside it: header");
    }
  }

  /// Returns whether a request takes the route.
  ///
  /// @param path the path without its query
  /// @param asked the requested model; empty if the request names none
  /// @param headers returns the value of a header by its case-insensitive name
  public boolean holds(String path, String asked, UnaryOperator<@Nullable String> headers) {
    return ofModel(model, asked) && couldHold(path, headers);
  }

  /// Returns whether a request takes the route, assuming that its model matches.
  boolean couldHold(String path, UnaryOperator<@Nullable String> headers) {
    return onPath(path) && headed(headers);
  }

  /// Returns whether a pattern that may end in `*` matches a name. An empty pattern matches any
  /// name.
  private static boolean ofModel(String pattern, String asked) {
    return pattern.endsWith("*")
        ? asked.startsWith(pattern.substring(0, pattern.length() - 1))
        : pattern.isEmpty() || pattern.equals(asked);
  }

  private boolean onPath(String path) {
    return path.startsWith(pathPrefix)
        && (pathPrefix.endsWith("/")
            || path.length() == pathPrefix.length()
            || pathPrefix.isEmpty()
            || path.charAt(pathPrefix.length()) == '/');
  }

  private boolean headed(UnaryOperator<@Nullable String> headers) {
    if (header.isEmpty()) {
      return true;
    }
    String found = headers.apply(header);
    return found != null && (headerValue.isEmpty() || headerValue.equals(found));
  }
}
