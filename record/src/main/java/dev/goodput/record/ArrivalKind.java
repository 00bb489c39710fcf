package dev.goodput.record;

import java.util.stream.Stream;

/// A kind of arrival process. Logs and manifests contain its [#word].
public enum ArrivalKind {
  /// Each user sends the next request after the response to the last one.
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
  /// A few requests at regular intervals: the probes of `watch`.
  PROBES("looks"),
  /// Unplanned traffic from users, measured by a gateway.
  OBSERVED("observed"),
  /// Missing from a damaged log, or a word of a later version.
  UNKNOWN("unknown");

  private final String word;

  ArrivalKind(String word) {
    this.word = word;
  }

  /// Returns the kind with the given word; [#UNKNOWN] for any other word.
  public static ArrivalKind of(String word) {
    return Stream.of(values()).filter(kind -> kind.word.equals(word)).findFirst().orElse(UNKNOWN);
  }

  /// Returns the kind's word in options, logs and documents.
  public String word() {
    return word;
  }

  /// Returns whether it has one constant mean rate, set by `--rate`.
  public boolean rated() {
    return this == CONSTANT || random();
  }

  /// Returns whether its gaps are random, so that a short window rarely has exactly the requested
  /// rate.
  public boolean random() {
    return this == POISSON || this == GAMMA;
  }
}
