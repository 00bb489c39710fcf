package dev.goodput.app.gateway.config;

import dev.goodput.app.AppException;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.Callers;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Guard;
import dev.goodput.gateway.plan.Keeping;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.Reckoning;
import dev.goodput.gateway.plan.Routing;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.record.SystemReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Reads `gateway.yaml` into a plan.
public final class GatewayFile {
  private static final long LONGEST = 1 << 20;

  private GatewayFile() {}

  /// Reads a file.
  ///
  /// @param environment where `${NAME}` is looked for
  /// @throws AppException.Usage in one line: file, line, column, key, what is allowed and was found
  public static GatewayPlan read(Path file, Map<String, String> environment) {
    try {
      if (Files.size(file) > LONGEST) {
        throw new AppException.Usage(file + " is no gateway.yaml: it is larger than 1 MiB");
      }
      return parse(file.toString(), Files.readString(file), environment);
    } catch (IOException e) {
      throw new AppException.Usage("cannot read " + file + ": " + SystemReason.of(e));
    }
  }

  /// Reads a text.
  ///
  /// @param name of the file, for words
  static GatewayPlan parse(String name, String text, Map<String, String> environment) {
    Section root = Section.root(new Section.Source(name, environment), YamlTree.read(name, text));
    if (!root.has("upstreams")) {
      throw root.wrong("must say upstreams: whom the gateway asks, like upstreams: [{url: …}]");
    }
    List<Upstream> upstreams = root.each("upstreams").stream().map(UpstreamPart::read).toList();
    if (upstreams.isEmpty()) {
      throw root.wrong("upstreams", "must name at least one, found an empty list");
    }
    Listener clients = AddressPart.clients(root);
    AdminPlan admin = AddressPart.admin(root);
    Routing routing = RoutingPart.read(root, upstreams);
    Callers callers = CallerPart.read(root);
    Guard guard = GuardPart.read(root);
    Keeping keeping = KeepingPart.read(root);
    Reckoning reckoning = ReckoningPart.read(root);
    return root.make(() ->
        new GatewayPlan(clients, admin, upstreams, routing, callers, guard, keeping, reckoning));
  }
}
