package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.Callers;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Guard;
import dev.goodput.gateway.plan.Keeping;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.gateway.plan.Reckoning;
import dev.goodput.gateway.plan.Routing;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.record.SystemReason;
import dev.goodput.wire.BadSettingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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
  /// @throws BadSettingException in one line: file, line, column, key, what is allowed and was
  ///   found
  public static GatewayPlan read(Path file, Map<String, String> environment) {
    try {
      if (Files.size(file) > LONGEST) {
        throw new BadSettingException(file + " is no gateway.yaml: it is larger than 1 MiB");
      }
      return parse(file.toString(), text(file), environment);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /// What keeps a plan that was read from working, by the place of the key that is at fault.
  ///
  /// @throws BadSettingException where the file has become another meanwhile and cannot be read
  public static BadSettingException wrong(
      Path file, Map<String, String> environment, PlanException refused) {
    try {
      Section root = root(file.toString(), text(file), environment);
      return root.wrong(refused.key(), refused.problem());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static BadSettingException unreadable(Path file, IOException refusal) {
    return new BadSettingException("cannot read " + file + ": " + SystemReason.of(refusal));
  }

  private static Section root(String name, String text, Map<String, String> environment) {
    return Section.root(new Section.Source(name, environment), YamlTree.read(name, text));
  }

  private static String text(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer left = ByteBuffer.wrap(bytes);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(left).toString();
    } catch (CharacterCodingException e) {
      String before = new String(bytes, 0, left.position(), StandardCharsets.UTF_8);
      int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
      Place place = new Place(line, before.length() - before.lastIndexOf('\n'));
      throw YamlTree.wrong(file.toString(), place, "is not UTF-8 from here on: save it as UTF-8");
    }
  }

  /// Reads a text.
  ///
  /// @param name of the file, for words
  static GatewayPlan parse(String name, String text, Map<String, String> environment) {
    Section root = root(name, text, environment);
    if (!root.has("upstreams")) {
      throw root.wrong("must say upstreams: whom the gateway asks, like upstreams: [{url: …}]");
    }
    List<Section> sections = root.each("upstreams");
    List<Upstream> upstreams = UpstreamPart.all(sections);
    if (upstreams.isEmpty()) {
      throw root.wrong("upstreams", "must name at least one, found an empty list");
    }
    Listener clients = AddressPart.clients(root);
    AdminPlan admin = AddressPart.admin(root, clients);
    Routing routing = RoutingPart.read(root, upstreams);
    Callers callers = CallerPart.read(root);
    Guard guard = GuardPart.read(root);
    Keeping keeping = KeepingPart.read(root);
    Reckoning reckoning = ReckoningPart.read(root);
    GatewayPlan plan =
        root.make(() ->
            new GatewayPlan(
                clients, admin, upstreams, routing, callers, guard, keeping, reckoning));
    plan.itself()
        .ifPresent(itself -> {
          throw sections
              .get(upstreams.indexOf(itself))
              .wrong(
                  "url", "is where the gateway itself listens: one of the two needs another port");
        });
    return plan;
  }
}
