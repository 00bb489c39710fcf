package dev.goodput.record;

/// What a run directory holds: the levels of a load, an experiment made of them, or a log of
/// traffic. Each experiment marks its manifest with a key of its own.
public enum RunKind {
  /// Levels of a load, as `bench` runs them.
  LEVELS(""),
  /// A search for the highest load that meets an SLO.
  SEARCH("search.tolerance"),
  /// A search for the load at which a server saturates.
  SATURATION("saturate.axis"),
  /// A check of what a proxy does to streams. Its latencies are compared in pairs, so that its
  /// manifest has the key of a comparison too: it comes first.
  HOP("hop.via"),
  /// Two targets compared in pairs of runs, or with stored runs.
  COMPARISON("compare.pairs"),
  /// A part of the log of a gateway or of probes.
  TRAFFIC_LOG("gateway.log");

  private final String key;

  RunKind(String key) {
    this.key = key;
  }

  /// The key that only manifests of this kind have; empty for [#LEVELS], which have none.
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
