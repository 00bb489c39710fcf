package dev.goodput.metrics.traffic;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import java.util.ArrayList;
import java.util.List;

/// A collector of a [SloCount].
final class SloClassTally {
  private final Slo slo;
  private final long[] applies;
  private final long[] within;
  private long total;
  private long good;
  private long goodTokens;
  private long onTimeTokens;
  private long output;
  private long streamed;

  SloClassTally(Slo slo) {
    this.slo = slo;
    applies = new long[slo.bounds().size()];
    within = new long[slo.bounds().size()];
  }

  /// Adds an attempt's tokens.
  void addTokens(long received) {
    output += received;
  }

  /// Adds a last attempt, as judged.
  void add(RecordEvaluation evaluation) {
    SloJudge judge = evaluation.judge();
    total += judge.judged() ? 1 : 0;
    good += judge.good() ? 1 : 0;
    goodTokens += judge.good() ? evaluation.request().outputTokens() : 0;
    streamed += judge.judged() ? evaluation.view().carriedTokens() : 0;
    onTimeTokens += evaluation.onTimeTokens();
    for (int i = 0; i < applies.length; i++) {
      applies[i] += judge.applies(i) ? 1 : 0;
      within[i] += judge.applies(i) && judge.within(i) ? 1 : 0;
    }
  }

  void addAll(SloClassTally other) {
    total += other.total;
    good += other.good;
    goodTokens += other.goodTokens;
    onTimeTokens += other.onTimeTokens;
    output += other.output;
    streamed += other.streamed;
    for (int i = 0; i < applies.length; i++) {
      applies[i] += other.applies[i];
      within[i] += other.within[i];
    }
  }

  Slo slo() {
    return slo;
  }

  SloCount build() {
    List<SloCount.BoundCount> bounds = new ArrayList<>();
    for (int i = 0; i < applies.length; i++) {
      bounds.add(new SloCount.BoundCount(applies[i], within[i]));
    }
    return new SloCount(slo, total, good, goodTokens, onTimeTokens, output, streamed, bounds);
  }
}
