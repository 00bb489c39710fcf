package dev.goodput.record;

/// The kind of a run directory: the levels of a load, an experiment made of them, or a log of
/// traffic. Each experiment marks its manifest with its own key.
public enum RunKind {
  /// Levels of a load, as `bench` runs them.
  LEVELS(""),
  /// A search for the highest load that meets an SLO.
  SEARCH("search.tolerance"),
  /// A search for the load at which a server saturates.
  SATURATION("saturate.axis"),
  /// A check of what a proxy does to streams. It is tested first, because its latencies are
  /// compared in pairs and its manifest therefore also has the key of a comparison.
  HOP("hop.via"),
  /// Two targets compared in pairs of runs, or with stored runs.
  COMPARISON("compare.pairs"),
  /// A part of the log of a gateway or of probes.
  TRAFFIC_LOG("gateway.log");

  private final String key;

  RunKind(String key) {
    this.key = key;
  }

  /// Returns the key that only manifests of this kind have; empty for [#LEVELS], which has none.
  public String key() {
    return key;
  }

  /// Returns the kind of the run that a manifest describes.
  public static RunKind of(Manifest manifest) {
    for (RunKind kind : values()) {
      if (kind != LEVELS && manifest.text(kind.key).isPresent()) {
        return kind;
      }
    }
    return LEVELS;
  }

  /// Returns whether a manifest describes a run of this kind.
  public boolean describes(Manifest manifest) {
    return of(manifest) == this;
  }
}
