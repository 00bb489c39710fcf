package dev.goodput.gateway.plan;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Which requests take a route: those for which everything holds that is said here.
///
/// @param pathPrefix whole segments that the path begins with; empty for any path
/// @param model as the client asks for it, with `*` at the end for whatever follows; empty for any
/// @param header that it must have; empty for none
/// @param headerValue that the header must have; empty for any
public record RouteMatch(String pathPrefix, String model, String header, String headerValue) {
  /// Every request.
  public static final RouteMatch ANY = new RouteMatch("", "", "", "");

  /// @throws PlanException for a path without its slash, or a value without its header
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

  /// Whether a request takes the route.
  ///
  /// @param path without its query
  /// @param asked the model that was asked for; empty where the request names none
  /// @param headers the value of a header by its name in any case
  public boolean holds(String path, String asked, UnaryOperator<@Nullable String> headers) {
    return ofModel(model, asked) && couldHold(path, headers);
  }

  /// Whether a request takes the route whose model is as it must be.
  boolean couldHold(String path, UnaryOperator<@Nullable String> headers) {
    return onPath(path) && headed(headers);
  }

  /// Whether a name is meant by one that may end in `*`; empty means any.
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
