package dev.goodput.metrics.tally;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.stream.OnTimeTokens;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.RequestRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// One record at a time, with everything that tallies need from it, computed once. Only last
/// attempts are judged.
public final class JudgedRequest {
  private final double paceTps;
  private final Map<String, SloClass> classes = new HashMap<>();
  private final RequestValues values = new RequestValues();
  private @Nullable RequestView view;
  private @Nullable String className;
  private @Nullable SloJudge judge;
  private long onTimeTokens;

  /// The judge of one class.
  private record SloClass(SloJudge judge, OptionalLong ttft, OptionalLong tpot) {
    static SloClass of(Slo slo) {
      return new SloClass(
          new SloJudge(slo),
          slo.tightestNanos(LatencyMetric.TTFT),
          slo.tightestNanos(LatencyMetric.TPOT));
    }
  }

  /// Creates an object without a record.
  ///
  /// @param slos the SLOs by class name
  /// @param paceTps the reading speed in tokens per second
  public JudgedRequest(SortedMap<String, Slo> slos, double paceTps) {
    this.paceTps = paceTps;
    slos.forEach((name, slo) -> classes.put(name, SloClass.of(slo)));
  }

  /// Replaces the current record.
  ///
  /// @param sloClass the class whose SLO judges it; null if none does
  public void load(RequestRecord request, @Nullable String sloClass) {
    RequestView loaded = view;
    if (loaded == null) {
      loaded = new RequestView(request, paceTps);
      view = loaded;
    } else {
      loaded.load(request);
    }
    values.load(loaded);
    className = sloClass;
    judge = null;
    onTimeTokens = 0;
    SloClass judging = sloClass == null ? null : classes.get(sloClass);
    if (judging != null && request.last()) {
      judge = judging.judge;
      judging.judge.judge(loaded);
      onTimeTokens = OnTimeTokens.count(loaded, judging.ttft, judging.tpot);
    }
  }

  /// Returns the record with the values derived from its timestamps.
  public RequestView view() {
    RequestView loaded = view;
    if (loaded == null) {
      throw new IllegalStateException("nothing was loaded");
    }
    return loaded;
  }

  /// Returns the record.
  public RequestRecord request() {
    return view().request();
  }

  /// Returns its values by metric.
  public RequestValues values() {
    return values;
  }

  /// Returns the class whose SLO judges the request at its last attempt; null if none does.
  public @Nullable String sloClass() {
    return className;
  }

  /// Returns the judge of the record; null for an earlier attempt, and if no SLO judges it.
  public @Nullable SloJudge judge() {
    return judge;
  }

  /// Returns whether it is `ok` and within every threshold; false if no SLO judges it.
  public boolean good() {
    return judge != null && judge.good();
  }

  /// Returns whether it counts in the denominators of an SLO.
  public boolean judged() {
    return judge != null && judge.judged();
  }

  /// Returns its tokens that arrived before their deadlines.
  public long onTimeTokens() {
    return onTimeTokens;
  }

  /// Returns those of them that arrived after `from` and not after `to`.
  public long onTimeTokensWithin(long from, long to) {
    SloClass judging = className == null ? null : classes.get(className);
    return onTimeTokens == 0 || judging == null
        ? 0
        : OnTimeTokens.count(view(), judging.ttft, judging.tpot, from, to);
  }
}
