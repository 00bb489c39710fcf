package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.wire.BadSettingException;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/// A reader and writer of `gateway.yaml`.
public final class GatewayFile {
  private GatewayFile() {}

  /// Reads a file into a plan.
  ///
  /// @param environment the variables for `${NAME}`
  /// @throws BadSettingException in one line: file, line, column, key, what is allowed and what was
  ///   found
  public static GatewayPlan read(Path file, Map<String, String> environment) {
    return parse(file.toString(), YamlReader.text(file, "gateway.yaml"), environment);
  }

  /// Returns the error for a plan that was read but cannot work, with the position of the key at
  /// fault.
  ///
  /// @throws BadSettingException if the file has changed since then and cannot be read
  public static BadSettingException error(
      Path file, Map<String, String> environment, PlanException refused) {
    Section root = root(file.toString(), YamlReader.text(file, "gateway.yaml"), environment);
    return root.error(refused.key(), refused.problem());
  }

  private static Section root(String name, String text, Map<String, String> environment) {
    Section.Source source = new Section.Source(name, environment);
    return new Section(
        source,
        "",
        YamlReader.read(name, text, "upstreams: [{url: …}]"),
        Key.names(GatewayKeys.ROOT.keys()));
  }

  /// Parses a text into a plan.
  ///
  /// @param name the name of the file, for errors
  /// @throws BadSettingException as for [#read]
  public static GatewayPlan parse(String name, String text, Map<String, String> environment) {
    Section root = root(name, text, environment);
    GatewayPlan plan = GatewayKeys.ROOT.read(root);
    plan.selfUpstream()
        .ifPresent(itself -> {
          throw root.error(
              "upstreams[" + plan.upstreams().indexOf(itself) + "].url",
              "is where the gateway itself listens: one of the two needs another port");
        });
    return plan;
  }

  /// Returns the whole plan as the text of a `gateway.yaml`, with every key that has a value and
  /// with secrets masked. The text ends with a line break.
  public static String show(GatewayPlan plan) {
    return YAMLMapper.builder()
        .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
        .disable(YAMLWriteFeature.SPLIT_LINES)
        .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
        .enable(YAMLWriteFeature.INDENT_ARRAYS_WITH_INDICATOR)
        .build()
        .writeValueAsString(GatewayKeys.ROOT.show(plan));
  }
}
