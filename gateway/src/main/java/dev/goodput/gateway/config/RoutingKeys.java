package dev.goodput.gateway.config;

import static dev.goodput.gateway.config.ValueType.TEXT;

import dev.goodput.gateway.config.Part.Keys;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.gateway.plan.Routing;
import dev.goodput.gateway.plan.Routing.Route;
import dev.goodput.gateway.plan.Routing.RouteMatch;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloSyntaxException;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.wire.client.MaskedUrl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The keys of `routes`, `default` and `slo-classes`, and the routing that results from them.
final class RoutingKeys {
  private static final Route DEFAULT_ROUTE = new Route("default", RouteMatch.ANY, "", "");

  /// A route as written: its upstream is empty if it names none; its SLO is empty, the name of a
  /// class, or an expression.
  static final Part<Route> ROUTE = route();

  static final Part<Route> DEFAULT = defaultKeys();

  static final ValueType<List<SloClass>> CLASSES =
      ValueType.withUserNames(RoutingKeys::classes, RoutingKeys::shown);

  private final List<String> upstreams;
  private final @Nullable String defaultSlo;
  private final Map<String, SloClass> classes = new LinkedHashMap<>();

  private RoutingKeys(
      List<String> upstreams, @Nullable String defaultSlo, List<SloClass> declared) {
    this.upstreams = upstreams;
    this.defaultSlo = defaultSlo;
    declared.forEach(each -> classes.put(each.name(), each));
  }

  private static Part<Route> route() {
    Keys<Route> keys = new Keys<>(DEFAULT_ROUTE);
    var name = keys.addRequired("name", "chat", TEXT, Route::name);
    var path = keys.add("path", TEXT, route -> route.match().pathPrefix());
    var model = keys.add("model", TEXT, route -> route.match().model());
    var header = keys.add("header", TEXT, route -> route.match().header());
    var value = keys.add("value", TEXT, route -> route.match().headerValue());
    var upstream = keys.add("upstream", TEXT, Route::upstream);
    var slo = keys.add("slo", TEXT, Route::sloClass);
    return keys.build(values -> {
      RouteMatch match =
          new RouteMatch(
              values.get(path), values.get(model), values.get(header), values.get(value));
      if (!match.headerValue().isEmpty() && MaskedUrl.looksSecret(match.header())) {
        throw new PlanException(
            "value",
            "is a key, and a key must not be in the file: identify clients by tenants, or by a"
                + " header");
      }
      if (match.equals(RouteMatch.ANY)) {
        throw new PlanException(
            "", "takes every request: add path, model or header, or use default");
      }
      return new Route(values.get(name), match, values.get(upstream), values.get(slo));
    });
  }

  private static Part<Route> defaultKeys() {
    Keys<Route> keys = new Keys<>(DEFAULT_ROUTE);
    var upstream = keys.add("upstream", TEXT, Route::upstream);
    var slo = keys.add("slo", TEXT, Route::sloClass);
    return keys.build(
        values -> new Route("default", RouteMatch.ANY, values.get(upstream), values.get(slo)));
  }

  /// Returns the routes of a plan that have conditions.
  static List<Route> conditionalRoutes(GatewayPlan plan) {
    return plan.routing().routes().stream()
        .filter(each -> !each.match().equals(RouteMatch.ANY))
        .toList();
  }

  /// Returns the route of a plan that has no conditions; null if there is none.
  static @Nullable Route defaultRoute(GatewayPlan plan) {
    return plan.routing().routes().stream()
        .filter(each -> each.match().equals(RouteMatch.ANY))
        .findFirst()
        .orElse(null);
  }

  private static List<SloClass> classes(Section section) {
    List<SloClass> classes = new ArrayList<>();
    for (String name : section.keys()) {
      try {
        classes.add(new SloClass(name, Slo.parse(section.text(name))));
      } catch (SloSyntaxException e) {
        throw section.error(name, "cannot be read: " + e.getMessage());
      } catch (PlanException e) {
        throw section.error(name, "is no name for a class: it " + e.problem());
      }
    }
    return classes;
  }

  private static Map<String, ?> shown(List<SloClass> classes) {
    Map<String, Object> shown = new LinkedHashMap<>();
    for (SloClass each : classes) {
      Slo slo = each.slo();
      shown.put(each.name(), slo.bounds().isEmpty() ? slo.name() : slo.expression());
    }
    return shown;
  }

  /// Returns the routing, with the upstream and SLO class of each route resolved.
  ///
  /// @param upstreams the names of all upstreams
  /// @param conditional the routes as written
  /// @param defaultRoute the default route as written; null for none
  /// @param slo the SLO of routes without one; null for the default SLO
  /// @param declared the declared classes
  /// @throws PlanException with the path of the key at fault
  static Routing routing(
      List<String> upstreams,
      List<Route> conditional,
      @Nullable Route defaultRoute,
      @Nullable String slo,
      List<SloClass> declared) {
    RoutingKeys keys = new RoutingKeys(upstreams, slo, declared);
    if (slo != null) {
      // A mistake in it is an error even if every route has an SLO of its own.
      keys.defaultClass();
    }
    return keys.routing(conditional, defaultRoute);
  }

  private Routing routing(List<Route> conditional, @Nullable Route defaultRoute) {
    List<Route> routes = new ArrayList<>();
    for (Route each : conditional) {
      String at = "routes[" + routes.size() + "].";
      String name = each.name();
      if (name.equals("default")
          || routes.stream().anyMatch(before -> before.name().equals(name))) {
        throw new PlanException(
            at + "name", "must be a name of its own, found \"" + name + "\" again");
      }
      routes.add(resolve(each, at));
    }
    if (defaultRoute != null) {
      routes.add(resolve(defaultRoute, "default."));
    } else if (routes.isEmpty()) {
      if (upstreams.size() > 1) {
        throw new PlanException(
            "upstreams", "has several entries, and no route selects one; add routes or default");
      }
      routes.add(resolve(DEFAULT_ROUTE, "default."));
    }
    return new Routing(routes, List.copyOf(classes.values()));
  }

  private Route resolve(Route route, String at) {
    String upstream = upstream(route.upstream(), at + "upstream");
    String slo =
        route.sloClass().isEmpty()
            ? defaultClass()
            : className(route.sloClass(), at + "slo", route.name());
    return new Route(route.name(), route.match(), upstream, slo);
  }

  private String upstream(String typed, String key) {
    if (typed.isEmpty()) {
      if (upstreams.size() > 1) {
        throw new PlanException(
            key, "is missing; write one like upstream: " + upstreams.getFirst());
      }
      return upstreams.getFirst();
    }
    if (!upstreams.contains(typed)) {
      throw new PlanException(
          key,
          "must be one of %s, found \"%s\"%s"
              .formatted(
                  String.join(", ", upstreams), typed, WordSuggestion.hint(typed, upstreams)));
    }
    return typed;
  }

  private String defaultClass() {
    return className(defaultSlo == null ? "chat" : defaultSlo, "slo", "default");
  }

  /// Returns the name of the class that a text refers to: a declared class, a preset, or an
  /// expression.
  ///
  /// @param expressionName the name for the class of an expression
  private String className(String text, String key, String expressionName) {
    if (classes.containsKey(text)) {
      return text;
    }
    Slo slo = slo(text, key);
    String preset = slo.name();
    String name = preset == null ? expressionName : preset;
    SloClass before = classes.putIfAbsent(name, new SloClass(name, slo));
    if (before != null && !before.slo().equals(slo)) {
      throw new PlanException(
          key,
          "needs a class of its own: there is another of the name \"%s\"; declare it in slo-classes"
              .formatted(name));
    }
    return name;
  }

  /// Parses a preset or an expression. For a misspelt name, the error suggests a declared class
  /// before a preset, because the class is in the same file.
  private Slo slo(String text, String key) {
    try {
      return Slo.parse(text);
    } catch (SloSyntaxException e) {
      String near = WordSuggestion.hint(text, classes.keySet());
      throw new PlanException(
          key,
          near.isEmpty()
              ? "cannot be read: " + e.getMessage()
              : "is none of slo-classes: \"" + text + "\"" + near);
    }
  }
}
