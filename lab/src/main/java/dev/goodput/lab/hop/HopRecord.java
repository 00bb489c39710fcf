package dev.goodput.lab.hop;

import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.metrics.hop.ProxyTestResult;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A proxy test in a directory: a comparison of pairs (`a` is the server, `b` the proxy) whose
/// manifest also holds the findings of the probes.
public final class HopRecord {
  /// The default limit of what a proxy may add to the first token, in ms: a tenth of the TTFT limit
  /// of `chat`.
  public static final double DEFAULT_MAX_ADDED_MILLIS = 20;

  private static final String DIRECT = "hop.direct";
  private static final String VIA = RunKind.HOP.key();
  private static final String EMBEDDED = "hop.embedded";
  private static final String MAX_ADDED = "hop.most_added_ms";
  private static final String CHECK = "hop.duty.";
  private static final String MESSAGE = ".said";
  private static final String REMEDY = ".remedy";
  private static final String FIGURE = ".figure.";

  private HopRecord() {}

  /// Adds what is tested to a manifest.
  ///
  /// @param direct a description of the server
  /// @param via a description of the proxy
  /// @param embedded whether our own server is behind the proxy
  /// @param mostAddedMillis the most that the proxy may add
  public static Manifest addTo(
      Manifest manifest, String direct, String via, boolean embedded, double mostAddedMillis) {
    return manifest
        .with(DIRECT, direct)
        .with(VIA, via)
        .with(EMBEDDED, Boolean.toString(embedded))
        .with(MAX_ADDED, mostAddedMillis);
  }

  /// Adds the findings of the probes to a manifest.
  public static Manifest addTo(Manifest manifest, List<CheckFinding> findings) {
    Manifest result = manifest;
    for (CheckFinding finding : findings) {
      String key = CHECK + finding.check().key();
      result =
          result
              .with(key, finding.rating().key())
              .with(key + MESSAGE, finding.message())
              .with(key + REMEDY, finding.remedy());
      for (Map.Entry<String, Double> figure : finding.figures().entrySet()) {
        result = result.with(key + FIGURE + figure.getKey(), figure.getValue());
      }
    }
    return result;
  }

  /// Reads a result: delays are computed from the logs, the rest is read as stored.
  ///
  /// @param analysis how each run's records are analysed
  /// @throws dev.goodput.record.RecordException when a log or the manifest cannot be read
  public static ProxyTestResult read(RunDirectory parent, AnalysisOptions analysis) {
    Manifest manifest = parent.manifest();
    return ProxyTestResult.of(
        manifest.text(DIRECT).orElse(""),
        manifest.text(VIA).orElse(""),
        manifest.text(EMBEDDED).orElse("").equals("true"),
        manifest.decimal(MAX_ADDED).orElse(DEFAULT_MAX_ADDED_MILLIS),
        ComparisonRecord.read(parent, analysis),
        findings(manifest));
  }

  static List<CheckFinding> findings(Manifest manifest) {
    List<CheckFinding> findings = new ArrayList<>();
    for (ProxyCheck check : ProxyCheck.values()) {
      String key = CHECK + check.key();
      manifest
          .text(key)
          .flatMap(CheckResult::named)
          .ifPresent(rating ->
              findings.add(
                  new CheckFinding(
                      check,
                      rating,
                      manifest.text(key + MESSAGE).orElse(""),
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
