package dev.goodput.metrics.tally;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.RequestView;
import java.util.ArrayList;
import java.util.List;

/// A collector of a [SloCount].
public final class SloClassTally {
  private final Slo slo;
  private final SloSums sums = new SloSums();

  /// Creates a tally without requests.
  public SloClassTally(Slo slo) {
    this.slo = slo;
  }

  /// Adds an attempt's tokens.
  public void addTokens(long received) {
    sums.addTokens(received);
  }

  /// Adds a last attempt, as judged.
  ///
  /// @param onTime its tokens that arrived before their deadlines
  public void add(RequestView view, SloJudge judge, long onTime) {
    int output = view.request().outputTokens();
    sums.add(judge.judged(), judge.good(), output, view.carriedTokens(), onTime);
    for (int i = 0; i < slo.bounds().size(); i++) {
      if (judge.applies(i)) {
        sums.addBound(i, judge.within(i));
      }
    }
  }

  /// Adds everything from another tally of the same SLO.
  public void addAll(SloClassTally other) {
    sums.addAll(other.sums);
  }

  /// Returns the SLO that judged them.
  public Slo slo() {
    return slo;
  }

  /// Returns the number of requests in the denominator.
  public long total() {
    return sums.total();
  }

  /// Returns the number of `ok` requests within every threshold.
  public long good() {
    return sums.good();
  }

  /// Returns the sums.
  public SloCount build() {
    List<SloCount.BoundCount> bounds = new ArrayList<>();
    for (int i = 0; i < slo.bounds().size(); i++) {
      bounds.add(new SloCount.BoundCount(sums.applies(i), sums.within(i)));
    }
    return new SloCount(
        slo,
        sums.total(),
        sums.good(),
        sums.goodTokens(),
        sums.onTimeTokens(),
        sums.output(),
        sums.streamed(),
        bounds);
  }
}
