package dev.goodput.metrics.chart;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloJudge;
import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A builder of one level's chart data.
final class LevelChartDataBuilder {
  private static final int SLICES = 300;
  private static final int WINDOWS = 60;
  private static final int WINDOW_REQUESTS = 30;

  private final LevelResult result;
  private final AnalysisOptions options;
  private final Map<Slo, SloJudge> judges = new HashMap<>();
  private final long begin;
  private final long sliceNanos;
  private final SliceTally[] slices;
  private final long windowNanos;
  private final LatencyTally[] windows;
  private final LogHistogramBuilder ttft = new LogHistogramBuilder();
  private final LogHistogramBuilder tpot = new LogHistogramBuilder();
  private final LogHistogramBuilder chunkGap = new LogHistogramBuilder();
  private final LogHistogramBuilder e2el = new LogHistogramBuilder();
  private final RowPicker rows = new RowPicker();
  private final List<ReplayPicker> replays = new ArrayList<>();
  private @Nullable RequestView view;

  LevelChartDataBuilder(LevelResult result, AnalysisOptions options) {
    this.result = result;
    this.options = options;
    begin = result.window().runBeginNanos();
    long length = Math.max(1, result.window().runEndNanos() - begin);
    sliceNanos = (length + SLICES) / SLICES;
    slices = new SliceTally[(int) (length / sliceNanos) + 1];
    for (int i = 0; i < slices.length; i++) {
      slices[i] = new SliceTally();
    }
    long count = Math.clamp(result.totals().ok() / WINDOW_REQUESTS, 1, WINDOWS);
    windowNanos = length / count + 1;
    windows = new LatencyTally[(int) count];
    Arrays.setAll(windows, at -> new LatencyTally());
    Distribution ttfts = result.latencies().ttft();
    if (ttfts != null) {
      addReplay("median", ttfts.p50OrMax());
      addReplay("p99", ttfts.p99OrMax());
    }
  }

  private void addReplay(String user, @Nullable Double millis) {
    if (millis != null) {
      replays.add(new ReplayPicker(user, millis));
    }
  }

  void add(RequestRecord request) {
    RequestView loaded = load(request);
    RequestTimes times = loaded.times();
    if (request.attempt() == 0) {
      slice(times.startNanos()).intended++;
      if (Stamps.present(request.stamps().dueNanos())) {
        slice(request.stamps().dueNanos()).due++;
      }
    }
    addTokens(loaded);
    if (request.last()) {
      addLast(loaded);
    }
  }

  private RequestView load(RequestRecord request) {
    if (view == null) {
      view = new RequestView(request, options.paceTps());
    } else {
      view.load(request);
    }
    return view;
  }

  private SliceTally slice(long nanos) {
    return slices[Math.clamp((nanos - begin) / sliceNanos, 0, slices.length - 1)];
  }

  private void addTokens(RequestView loaded) {
    ChunkTable chunks = loaded.chunks();
    double all = loaded.request().outputTokens();
    long ended = loaded.request().stamps().endedNanos();
    if (chunks.totalTokens() == 0) {
      if (all > 0 && Stamps.present(ended)) {
        slice(ended).outputTokens += all;
      }
      return;
    }
    for (int i = 0; i < chunks.count(); i++) {
      slice(chunks.nanos(i)).outputTokens += all * chunks.tokens(i) / chunks.totalTokens();
    }
  }

  private void addLast(RequestView loaded) {
    Outcome outcome = loaded.request().outcome();
    long ended = loaded.request().stamps().endedNanos();
    long start = loaded.times().startNanos();
    if (Stamps.present(ended)) {
      slice(ended).ended += loaded.ok() ? 1 : 0;
      slice(ended).failed += outcome.failure() ? 1 : 0;
      addInFlight(start, ended);
    }
    rows.add(loaded, judge(loaded));
    if (loaded.ok()) {
      addLatencies(loaded);
    }
  }

  /// Returns whether it is good; null if no SLO judges it.
  private @Nullable Boolean judge(RequestView loaded) {
    Slo slo = options.slo(loaded.request());
    if (slo == null) {
      return null;
    }
    SloJudge judge = judges.computeIfAbsent(slo, SloJudge::new);
    judge.judge(loaded);
    SliceTally slice = slice(loaded.times().startNanos());
    slice.judged += judge.judged() ? 1 : 0;
    slice.good += judge.good() ? 1 : 0;
    return judge.good();
  }

  private void addInFlight(long start, long ended) {
    long from = Math.max(begin, start);
    while (from < ended) {
      long sliceEnd = begin + ((from - begin) / sliceNanos + 1) * sliceNanos;
      long to = Math.min(ended, sliceEnd);
      slice(from).inFlightNanos += to - from;
      from = to;
    }
  }

  private void addLatencies(RequestView loaded) {
    RequestTimes times = loaded.times();
    long at = Math.clamp((times.startNanos() - begin) / windowNanos, 0, windows.length - 1);
    LatencyTally window = windows[(int) at];
    boolean inSample =
        times.startNanos() >= result.window().beginNanos()
            && times.startNanos() <= result.window().endNanos();
    if (Stamps.present(times.e2elNanos())) {
      window.e2el.add((double) times.e2elNanos());
    }
    if (times.streamed()) {
      window.ttft.add((double) times.ttftNanos());
    }
    if (!Double.isNaN(times.tpotNanos())) {
      window.tpot.add(times.tpotNanos());
    }
    if (inSample) {
      addToSample(loaded);
    }
  }

  private void addToSample(RequestView loaded) {
    RequestTimes times = loaded.times();
    if (Stamps.present(times.e2elNanos())) {
      e2el.add((double) times.e2elNanos());
    }
    if (!Double.isNaN(times.tpotNanos())) {
      tpot.add(times.tpotNanos());
    }
    if (times.streamed()) {
      ttft.add((double) times.ttftNanos());
      replays.forEach(replay -> replay.add(loaded));
      ChunkTable chunks = loaded.chunks();
      for (int i = 1; i < chunks.count(); i++) {
        chunkGap.add((double) (chunks.nanos(i) - chunks.nanos(i - 1)));
      }
    }
  }

  LevelChartData build() {
    List<LevelChartData.Slice> series = new ArrayList<>();
    boolean judged = !options.slos().isEmpty();
    for (SliceTally slice : slices) {
      series.add(slice.build(sliceNanos, judged));
    }
    return new LevelChartData(
        result.level(),
        begin,
        sliceNanos,
        series,
        windowNanos,
        Arrays.stream(windows).map(LatencyTally::build).toList(),
        ttft.build(),
        tpot.build(),
        chunkGap.build(),
        e2el.build(),
        rows.build(),
        replays.stream().map(ReplayPicker::replay).filter(Objects::nonNull).toList());
  }
}
