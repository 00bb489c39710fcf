package dev.goodput.record;

import java.util.stream.Stream;

/// An arrival process. Logs and manifests hold its [#word].
public enum ArrivalKind {
  /// Users who ask again once they are answered.
  CLOSED("closed"),
  /// One request after another at equal gaps.
  CONSTANT("constant"),
  /// Independent arrivals at a mean rate.
  POISSON("poisson"),
  /// Arrivals at a mean rate with more or less variation than Poisson's.
  GAMMA("gamma"),
  /// The times of a recording.
  TRACE("trace"),
  /// A rate that changes by plan.
  STAGES("stages"),
  /// All at once.
  BURST("burst"),
  /// A rate that a search sets as it learns.
  STEERED("steered"),
  /// A few requests every so often: a watch's probes.
  LOOKS("looks"),
  /// Unplanned traffic from users, measured by a gateway.
  OBSERVED("observed"),
  /// Missing from a damaged log, or a word of a later version.
  UNKNOWN("unknown");

  private final String word;

  ArrivalKind(String word) {
    this.word = word;
  }

  /// The kind of a word; [#UNKNOWN] for any other.
  public static ArrivalKind of(String word) {
    return Stream.of(values()).filter(kind -> kind.word.equals(word)).findFirst().orElse(UNKNOWN);
  }

  /// Its word in options, logs and documents.
  public String word() {
    return word;
  }

  /// Whether it has one constant mean rate, set by `--rate`.
  public boolean rated() {
    return this == CONSTANT || random();
  }

  /// Whether its gaps are drawn at random, so that a short window rarely has the rate asked for.
  public boolean random() {
    return this == POISSON || this == GAMMA;
  }
}
