package dev.goodput.validation.statistics;

import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A writer of a statistics validation as `goodput.validation-statistics/1`. The JSON Schema is
/// `docs/validation-statistics.schema.json`.
public final class StatisticsJson {
  private StatisticsJson() {}

  /// Returns the document.
  public static String of(StatisticsValidation found) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("schema", "goodput.validation-statistics/1");
    root.put("engine", found.engine());
    root.put("workload", found.workload());
    root.put("saturation_rps", found.saturation());
    root.put("missed", found.missed().size());
    for (Finding.Part part : Finding.Part.values()) {
      ArrayNode findings = root.putArray(word(part));
      found.findings().stream()
          .filter(finding -> finding.part() == part)
          .forEach(finding -> put(finding, findings.addObject()));
    }
    return root.toPrettyString() + System.lineSeparator();
  }

  private static void put(Finding finding, ObjectNode into) {
    into.put("key", finding.key());
    into.put("what", finding.what());
    into.put("unit", word(finding.unit()));
    if (!Double.isNaN(finding.measured())) {
      into.put("measured", finding.measured());
    }
    into.put("trials", finding.trials());
    into.put("ours", finding.ours());
    Reference reference = finding.reference();
    if (reference != null) {
      ObjectNode published = into.putObject("published");
      putFinite(published, "least", reference.least());
      putFinite(published, "most", reference.most());
      published.put("tolerance", reference.tolerance());
      into.put("reached", finding.reached());
      putFinite(into, "notices", finding.notices());
    }
  }

  private static void putFinite(ObjectNode into, String name, double value) {
    if (Double.isFinite(value)) {
      into.put(name, value);
    }
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
