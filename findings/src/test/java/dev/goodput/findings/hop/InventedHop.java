package dev.goodput.findings.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.Delays;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.metrics.hop.ProxyTestResult;
import dev.goodput.record.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Looks at invented proxies.
public final class InventedHop {
  private InventedHop() {}

  /// A proxy with a name that looks like markup, of which the first duties are of these grades and
  /// the others kept.
  public static HopInput of(boolean embedded, CheckResult... grades) {
    List<CheckFinding> findings = new ArrayList<>();
    for (ProxyCheck check : ProxyCheck.values()) {
      int at = findings.size();
      CheckResult rating = at < grades.length ? grades[at] : CheckResult.KEPT;
      String remedy =
          rating == CheckResult.BROKEN ? "proxy_buffering off; proxy_http_version 1.1;" : "";
      SortedMap<String, Double> figures = new TreeMap<>();
      figures.put("via_steps", 6.0);
      findings.add(
          new CheckFinding(
              check,
              rating,
              "6 reads instead of 161, 154 ms and 4,096 bytes each: a buffer of a page",
              remedy,
              figures));
    }
    List<Delays.Added> added = new ArrayList<>();
    for (Delays.Figure figure : Delays.Figure.values()) {
      added.add(new Delays.Added(figure, 201.5, 356.25, 154.75, -12.5, 1_322));
    }
    ProxyTestResult result =
        new ProxyTestResult(
            "a server of ours on http://127.0.0.1:9100",
            "<b>proxy</b> on http://127.0.0.1:8080",
            embedded,
            20,
            new Delays(5, 0, added),
            findings,
            null,
            "");
    Manifest manifest =
        Manifest.empty()
            .with("run.command", "goodput hop --via <b> --embedded 9100")
            .with("run.started", "2026-11-23T01:56:12.442368929Z")
            .with("goodput.version", "0.1.0");
    return new HopInput(
        manifest, Path.of("runs/1-hop"), result, List.of("a <b>note</b>"), List.of());
  }
}
