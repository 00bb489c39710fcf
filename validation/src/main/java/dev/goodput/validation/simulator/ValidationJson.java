package dev.goodput.validation.simulator;

import dev.goodput.simulator.profile.EngineProfile;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A writer of a simulator validation as `goodput.validation-simulator/1`.
public final class ValidationJson {
  private ValidationJson() {}

  /// Returns the document.
  public static String of(ValidationReport report) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("schema", "goodput.validation-simulator/1");
    root.put("rms_relative_error", report.rmsRelativeError());
    ArrayNode validations = root.putArray("validations");
    report.validations().forEach(validation -> put(validation, validations.addObject()));
    if (!report.ablations().isEmpty()) {
      ObjectNode ablations = root.putObject("ablations");
      for (Map.Entry<Ablation, Double> each : report.ablations().entrySet()) {
        ablations.put(each.getKey().name().toLowerCase(Locale.ROOT), each.getValue());
      }
    }
    if (!report.cliffs().isEmpty()) {
      ArrayNode cliffs = root.putArray("cliffs");
      report.cliffs().forEach(cliff -> put(cliff, cliffs.addObject()));
    }
    return root.toPrettyString() + System.lineSeparator();
  }

  private static void put(Validation validation, ObjectNode into) {
    EngineProfile profile = validation.profile();
    into.put("log", validation.log().name());
    into.put("requests", validation.log().entries().size());
    into.put("left_out", validation.log().excluded());
    into.put("profile", profile.label());
    into.put("max_num_seqs", profile.limits().maxNumSeqs());
    into.put("max_num_batched_tokens", profile.limits().maxNumBatchedTokens());
    into.put("kv_blocks", validation.log().setup().kvBlocks());
    into.put("usable_kv_blocks", profile.kvBlocks());
    into.put("rms_relative_error", validation.rmsRelativeError());
    ObjectNode parameters = into.putObject("parameters");
    for (Parameter parameter : Parameter.values()) {
      parameters.put(name(parameter), parameter.of(profile.efficiency()));
    }
    ArrayNode fitted = into.putArray("fitted");
    validation.fitted().forEach(parameter -> fitted.add(name(parameter)));
    ArrayNode notes = into.putArray("notes");
    validation.notes().forEach(notes::add);
    ObjectNode statistics = into.putObject("statistics");
    for (LatencyError error : validation.errors()) {
      statistics
          .putObject(error.name())
          .put("measured_ms", error.measuredMillis())
          .put("simulated_ms", error.simulatedMillis())
          .put("relative_error", error.relative());
    }
  }

  private static void put(Cliff cliff, ObjectNode into) {
    into.put("what", cliff.what());
    into.put("figure", cliff.figure());
    into.put("before", cliff.before());
    into.put("beyond", cliff.beyond());
    into.put("unit", cliff.unit());
  }

  private static String name(Parameter parameter) {
    return parameter == Parameter.OVERHEAD
        ? "overhead_s"
        : parameter.name().toLowerCase(Locale.ROOT) + "_efficiency";
  }
}
