package dev.goodput.findings.runs;

import dev.goodput.history.StoredResult;
import dev.goodput.history.StoredRun;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A writer of stored runs as `goodput.runs/1`. The JSON Schema is `docs/runs.schema.json`.
public final class RunsJson {
  private RunsJson() {}

  /// Returns the document, with a line end.
  public static String of(RunList list) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("schema", "goodput.runs/1");
    root.put("root", list.root().toString());
    root.put("runs_there", list.all());
    ArrayNode runs = root.putArray("runs");
    list.runs().forEach(each -> put(each, runs.addObject()));
    ArrayNode others = root.putArray("not_listed");
    for (Map.Entry<Path, String> each : list.notRuns().entrySet()) {
      others.addObject().put("path", each.getKey().toString()).put("reason", each.getValue());
    }
    return root.toPrettyString() + System.lineSeparator();
  }

  private static void put(ListedRun each, ObjectNode into) {
    identify(each.run(), into);
    StoredResult result = each.result();
    into.put("load", each.load());
    into.put("verdict", each.verdict());
    if (!result.problem().isEmpty()) {
      into.put("problem", result.problem());
      return;
    }
    if (result.slo() != null) {
      into.put("slo", result.slo());
    }
    if (result.sloMet() != null) {
      into.put("slo_met", result.sloMet());
    }
    into.put("interrupted", result.interrupted());
    StoredResult.Search search = result.search();
    if (search != null) {
      ObjectNode found = into.putObject("search").put("ending", search.ending());
      put("claim_rps", search.claim(), found);
      found.put("unit", search.unit());
    }
    StoredResult.Saturation saturation = result.saturation();
    if (saturation != null) {
      ObjectNode found = into.putObject("saturate").put("ending", saturation.ending());
      put("load", saturation.load(), found);
      found.put("axis", saturation.axis());
    }
    ArrayNode levels = into.putArray("levels");
    result.levels().forEach(level -> put(level, levels.addObject()));
  }

  /// Writes the properties that identify a run.
  static void identify(StoredRun run, ObjectNode into) {
    into.put("path", run.path().toString());
    into.put("id", run.id());
    run.link().ifPresent(to -> into.put("link_to", to.toString()));
    if (run.name() != null) {
      into.put("name", run.name());
    }
    ArrayNode baselines = into.putArray("baselines");
    run.baselines().forEach(baselines::add);
    fact(run, "run.started", "started", into);
    fact(run, "run.workload", "workload", into);
    fact(run, "target.model", "model", into);
    fact(run, "run.shard", "shard", into);
  }

  private static void fact(StoredRun run, String key, String name, ObjectNode into) {
    run.fact(key).ifPresent(value -> into.put(name, value));
  }

  private static void put(StoredResult.Level level, ObjectNode into) {
    into.put("name", level.load());
    into.put("client", level.client());
    if (level.sloMet() != null) {
      into.put("slo_met", level.sloMet());
    }
    put("rps", level.rps(), into);
    put("output_tps", level.outputTps(), into);
    put("ttft_p95_ms", level.ttftP95Millis(), into);
    put("tpot_p95_ms", level.tpotP95Millis(), into);
    put("attainment", level.attainment(), into);
    put("error_rate", level.errorRate(), into);
  }

  private static void put(String name, @Nullable Double value, ObjectNode into) {
    if (value != null) {
      into.put(name, value.doubleValue());
    }
  }
}
