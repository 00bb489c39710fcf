package dev.goodput.monitor.watch;

import dev.goodput.metrics.analysis.LagLimits;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The totals over the requests to one server. Probes that the watch itself cut short at its end
/// are not counted.
final class TargetTally {
  private final SloJudge judge;
  private final long mostLagNanos;
  private final double paceTps;
  private final DistributionBuilder ttft = new DistributionBuilder();
  private final DistributionBuilder gaps = new DistributionBuilder();
  private final SortedMap<String, Long> byOutcome = new TreeMap<>();
  private long probes;
  private long answeredProbes;
  private long requests;
  private long failed;
  private long good;
  private long late;
  private long inputTokens;
  private long outputTokens;

  TargetTally(Slo slo, double paceTps) {
    this.judge = new SloJudge(slo);
    this.mostLagNanos = Math.round(LagLimits.of(slo).clientBoundMillis() * 1e6);
    this.paceTps = paceTps;
  }

  /// Adds a probe.
  ///
  /// @return whether all of its requests met the SLO
  boolean add(Probe probe) {
    if (!probe.isConclusive()) {
      return false;
    }
    probes++;
    answeredProbes += probe.answered() > 0 ? 1 : 0;
    boolean all = true;
    for (RequestRecord request : probe.requests()) {
      all &= add(request);
    }
    return all;
  }

  private boolean add(RequestRecord request) {
    RequestView view = new RequestView(request, paceTps);
    judge.judge(view);
    requests++;
    failed += request.outcome().failure() ? 1 : 0;
    good += judge.good() ? 1 : 0;
    byOutcome.merge(request.outcome().key(), 1L, Long::sum);
    Stamps stamps = request.stamps();
    late += stamps.dueNanos() - stamps.intendedNanos() > mostLagNanos ? 1 : 0;
    inputTokens += Stamps.present(stamps.sentNanos()) ? request.inputTokens() : 0;
    outputTokens += request.outputTokens();
    if (view.ok() && Stamps.present(view.times().ttftNanos())) {
      ttft.add(view.times().ttftNanos());
      double gap = view.itlNanos();
      if (!Double.isNaN(gap)) {
        gaps.add(gap, 1);
      }
    }
    return judge.good();
  }

  long probes() {
    return probes;
  }

  /// Returns the number of probes with at least one answered request.
  long answeredProbes() {
    return answeredProbes;
  }

  long requests() {
    return requests;
  }

  long failed() {
    return failed;
  }

  /// Returns the number of requests that met every bound, out of all requests.
  long good() {
    return good;
  }

  /// Returns the number of requests that this machine sent too late.
  long late() {
    return late;
  }

  long inputTokens() {
    return inputTokens;
  }

  long outputTokens() {
    return outputTokens;
  }

  SortedMap<String, Long> byOutcome() {
    return Collections.unmodifiableSortedMap(byOutcome);
  }

  /// Returns the time to first token of the successful requests, in milliseconds, or null if there
  /// are none.
  @Nullable Distribution ttft() {
    return ttft.build(null);
  }

  /// Returns the mean inter-token latency of each successful request, in milliseconds, or null if
  /// there are none.
  @Nullable Distribution gaps() {
    return gaps.build(null);
  }
}
