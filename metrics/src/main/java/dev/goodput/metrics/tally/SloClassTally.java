package dev.goodput.metrics.tally;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.RequestView;
import java.util.ArrayList;
import java.util.List;

/// A collector of a [SloCount].
public final class SloClassTally {
  private final Slo slo;
  private final long[] applies;
  private final long[] within;
  private long total;
  private long good;
  private long goodTokens;
  private long onTimeTokens;
  private long output;
  private long streamed;

  /// Creates a tally without requests.
  public SloClassTally(Slo slo) {
    this.slo = slo;
    applies = new long[slo.bounds().size()];
    within = new long[slo.bounds().size()];
  }

  /// Adds an attempt's tokens.
  public void addTokens(long received) {
    output += received;
  }

  /// Adds a last attempt, as judged.
  ///
  /// @param onTime its tokens that arrived before their deadlines
  public void add(RequestView view, SloJudge judge, long onTime) {
    total += judge.judged() ? 1 : 0;
    good += judge.good() ? 1 : 0;
    goodTokens += judge.good() ? view.request().outputTokens() : 0;
    streamed += judge.judged() ? view.carriedTokens() : 0;
    onTimeTokens += onTime;
    for (int i = 0; i < applies.length; i++) {
      applies[i] += judge.applies(i) ? 1 : 0;
      within[i] += judge.applies(i) && judge.within(i) ? 1 : 0;
    }
  }

  /// Adds everything from another tally of the same SLO.
  public void addAll(SloClassTally other) {
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

  /// Returns the SLO that judged them.
  public Slo slo() {
    return slo;
  }

  /// Returns the number of requests in the denominator.
  public long total() {
    return total;
  }

  /// Returns the number of `ok` requests within every threshold.
  public long good() {
    return good;
  }

  /// Returns the sums.
  public SloCount build() {
    List<SloCount.BoundCount> bounds = new ArrayList<>();
    for (int i = 0; i < applies.length; i++) {
      bounds.add(new SloCount.BoundCount(applies[i], within[i]));
    }
    return new SloCount(slo, total, good, goodTokens, onTimeTokens, output, streamed, bounds);
  }
}
