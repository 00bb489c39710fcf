package dev.goodput.lab.hop;

import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.Finding;
import dev.goodput.metrics.hop.HopResult;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A hop in a directory: a comparison of pairs (`a` is the server, `b` the proxy) whose manifest
/// also holds what the probes found.
public final class HopRecord {
  /// What a proxy may add to the first token, ms: a tenth of what `chat` allows for it.
  public static final double USUAL_MOST_ADDED_MILLIS = 20;

  private static final String DIRECT = "hop.direct";
  private static final String VIA = RunKind.HOP.key();
  private static final String EMBEDDED = "hop.embedded";
  private static final String MOST = "hop.most_added_ms";
  private static final String DUTY = "hop.duty.";
  private static final String SAID = ".said";
  private static final String REMEDY = ".remedy";
  private static final String FIGURE = ".figure.";

  private HopRecord() {}

  /// The manifest with what is asked.
  ///
  /// @param direct the server, in words
  /// @param via the proxy, in words
  /// @param embedded whether our own server stands behind it
  /// @param mostAddedMillis what it may add
  public static Manifest addTo(
      Manifest manifest, String direct, String via, boolean embedded, double mostAddedMillis) {
    return manifest
        .with(DIRECT, direct)
        .with(VIA, via)
        .with(EMBEDDED, Boolean.toString(embedded))
        .with(MOST, mostAddedMillis);
  }

  /// The manifest with what the probes found.
  public static Manifest addTo(Manifest manifest, List<Finding> findings) {
    Manifest told = manifest;
    for (Finding finding : findings) {
      String key = DUTY + finding.duty().word();
      told =
          told.with(key, finding.grade().word())
              .with(key + SAID, finding.said())
              .with(key + REMEDY, finding.remedy());
      for (Map.Entry<String, Double> figure : finding.figures().entrySet()) {
        told = told.with(key + FIGURE + figure.getKey(), figure.getValue());
      }
    }
    return told;
  }

  /// What was found: the delays computed from the logs, the rest as it was kept.
  ///
  /// @param analysis how each run's records are judged
  /// @throws dev.goodput.record.RecordException where a log or the manifest cannot be read
  public static HopResult read(RunDirectory home, AnalysisOptions analysis) {
    Manifest manifest = home.manifest();
    return HopResult.of(
        manifest.text(DIRECT).orElse(""),
        manifest.text(VIA).orElse(""),
        manifest.text(EMBEDDED).orElse("").equals("true"),
        manifest.decimal(MOST).orElse(USUAL_MOST_ADDED_MILLIS),
        ComparisonRecord.read(home, analysis),
        findings(manifest));
  }

  static List<Finding> findings(Manifest manifest) {
    List<Finding> findings = new ArrayList<>();
    for (ProxyCheck duty : ProxyCheck.values()) {
      String key = DUTY + duty.word();
      manifest
          .text(key)
          .flatMap(CheckResult::named)
          .ifPresent(grade ->
              findings.add(
                  new Finding(
                      duty,
                      grade,
                      manifest.text(key + SAID).orElse(""),
                      manifest.text(key + REMEDY).orElse(""),
                      figures(manifest, key + FIGURE))));
    }
    return findings;
  }

  private static SortedMap<String, Double> figures(Manifest manifest, String prefix) {
    SortedMap<String, Double> figures = new TreeMap<>();
    for (String key : manifest.values().keySet()) {
      if (key.startsWith(prefix)) {
        manifest
            .decimal(key)
            .ifPresent(value -> figures.put(key.substring(prefix.length()), value));
      }
    }
    return figures;
  }
}
