package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.Route;
import dev.goodput.gateway.plan.RouteMatch;
import dev.goodput.gateway.plan.Routing;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.record.words.NearestWord;
import dev.goodput.wire.client.SafeUrl;
import java.util.ArrayList;
import java.util.List;

/// Reads `routes`, `default`, `slo` and `slo-classes`.
final class RoutingPart {
  private static final String USUAL_SLO = "chat";

  private final Section root;
  private final List<String> upstreams;
  private final SloNames slos;

  private RoutingPart(Section root, List<Upstream> upstreams) {
    this.root = root;
    this.upstreams = upstreams.stream().map(Upstream::name).toList();
    this.slos = SloNames.declared(root);
    if (root.has("slo")) {
      // A slip in it is told of even where every route has one of its own.
      usual();
    }
  }

  private String usual() {
    return slos.of(root, "slo", root.text("slo", USUAL_SLO), "default");
  }

  static Routing read(Section root, List<Upstream> upstreams) {
    return new RoutingPart(root, upstreams).routing();
  }

  private Routing routing() {
    List<Route> routes = new ArrayList<>();
    for (Section section : root.each("routes")) {
      routes.add(route(section, routes));
    }
    Section rest = root.below("default");
    if (rest != null) {
      routes.add(new Route("default", RouteMatch.ANY, upstream(rest), slo(rest, "default")));
    } else if (routes.isEmpty()) {
      if (upstreams.size() > 1) {
        throw root.wrong(
            "upstreams", "are several and no route says who takes what; add routes or default");
      }
      routes.add(new Route("default", RouteMatch.ANY, upstreams.getFirst(), usual()));
    }
    return root.make(() -> new Routing(routes, slos.all()));
  }

  private Route route(Section section, List<Route> before) {
    String name = section.needed("name", "chat");
    if (name.equals("default") || before.stream().anyMatch(each -> each.name().equals(name))) {
      throw section.wrong("name", "must be a name of its own, found \"" + name + "\" again");
    }
    RouteMatch match =
        section.make(() ->
            new RouteMatch(
                section.text("path", ""),
                section.text("model", ""),
                section.text("header", ""),
                section.text("value", "")));
    if (!match.headerValue().isEmpty() && SafeUrl.telling(match.header())) {
      throw section.wrong(
          "value", "is a key, which stands in no file: tell who asks by tenants, or by a header");
    }
    if (match.equals(RouteMatch.ANY)) {
      throw section.wrong("takes every request: say path, model or header, or use default");
    }
    String upstream = upstream(section);
    String slo = slo(section, name);
    return section.make(() -> new Route(name, match, upstream, slo));
  }

  private String upstream(Section section) {
    String only = upstreams.size() == 1 ? upstreams.getFirst() : null;
    String name = only == null ? section.needed("upstream", upstreams.getFirst()) : only;
    String typed = section.text("upstream", name);
    if (!upstreams.contains(typed)) {
      throw section.wrong(
          "upstream",
          "must be one of "
              + String.join(", ", upstreams)
              + ", found \""
              + typed
              + "\""
              + NearestWord.hint(typed, upstreams));
    }
    return typed;
  }

  private String slo(Section section, String expression) {
    String text = section.text("slo");
    return text == null ? usual() : slos.of(section, "slo", text, expression);
  }
}
