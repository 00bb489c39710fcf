package dev.goodput.findings.runs;

import dev.goodput.history.Baseline;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A writer of baselines as `goodput.baselines/1`. The JSON Schema is `docs/baselines.schema.json`.
public final class BaselineJson {
  private BaselineJson() {}

  /// Returns the document, with a line end.
  ///
  /// @param store the root of the runs
  public static String of(Path store, List<Baseline> baselines) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("schema", "goodput.baselines/1");
    root.put("root", store.toString());
    ArrayNode all = root.putArray("baselines");
    for (Baseline baseline : baselines) {
      ObjectNode into = all.addObject();
      into.put("name", baseline.name());
      ArrayNode runs = into.putArray("runs");
      baseline.runs().forEach(run -> RunsJson.identify(run, runs.addObject()));
      ArrayNode copies = into.putArray("copies");
      for (Baseline.Copy copy : baseline.copies()) {
        copies
            .addObject()
            .put("path", copy.run().path().toString())
            .put("of", copy.of().toString());
      }
      ArrayNode gone = into.putArray("gone");
      for (Map.Entry<String, Path> each : baseline.missing().entrySet()) {
        gone.addObject().put("id", each.getKey()).put("path", each.getValue().toString());
      }
      ArrayNode differences = into.putArray("differences");
      baseline.differences().forEach(differences::add);
      ArrayNode seeds = into.putArray("repeated_seeds");
      baseline.repeatedSeeds().forEach(seeds::add);
    }
    return root.toPrettyString() + System.lineSeparator();
  }
}
