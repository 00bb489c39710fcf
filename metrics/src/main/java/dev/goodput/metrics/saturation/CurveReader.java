package dev.goodput.metrics.saturation;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.result.Totals;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A pass over a log for what level results do not hold: the noise of each level's output, the
/// planned turns of sessions, and the completion rates of floods.
public final class CurveReader {
  /// The reading speed has no effect here.
  private static final double ANY_PACE = 1;

  private final Map<Integer, ThroughputTally> outputs = new HashMap<>();
  private final Map<Integer, InFlightGrowth> inFlight = new HashMap<>();
  private final Map<Integer, FloodRate> floods = new HashMap<>();
  private final RunResult result;
  private TurnCount requested = TurnCount.NONE;
  private @Nullable RequestView view;

  private CurveReader(RunResult result) {
    this.result = result;
    for (LevelResult level : result.levels()) {
      if (level.load().kind() == ArrivalKind.BURST) {
        addFlood(level);
      } else {
        outputs.put(level.level(), new ThroughputTally(level.window()));
        if (level.load().targetRate() != null) {
          inFlight.put(level.level(), new InFlightGrowth());
        }
      }
    }
  }

  /// A flood that was cut short has no reliable middle part.
  private void addFlood(LevelResult level) {
    if (!level.window().cutShort()) {
      floods.put(level.level(), new FloodRate());
    }
  }

  /// Reads a log whose level results are known.
  ///
  /// @param result the result of the same log
  public static CurveReader of(LogSource log, RunResult result) {
    CurveReader reading = new CurveReader(result);
    log.read(reading::add);
    return reading;
  }

  private void add(LogEntry entry) {
    if (!(entry instanceof RequestRecord request) || !request.last()) {
      return;
    }
    requested = requested.and(request.requested());
    RequestView seen = view(request);
    ThroughputTally output = outputs.get(request.level());
    if (output != null) {
      output.add(seen);
    }
    InFlightGrowth growth = inFlight.get(request.level());
    if (growth != null && Stamps.present(request.stamps().endedNanos())) {
      growth.add(
          request.requested(), seen.ok(), seen.times().startNanos(), request.stamps().endedNanos());
    }
    FloodRate flood = floods.get(request.level());
    if (flood != null && seen.ok()) {
      flood.answered(request.stamps().endedNanos());
    }
  }

  private RequestView view(RequestRecord request) {
    RequestView known = view;
    if (known == null) {
      known = new RequestView(request, ANY_PACE);
      view = known;
    } else {
      known.load(request);
    }
    return known;
  }

  /// Returns the points of the levels on an axis.
  ///
  /// @param apart a level to exclude; -1 for none
  /// @param piledUp levels that were ended early because requests piled up
  public List<CurvePoint> points(LoadAxis axis, int apart, Set<Integer> piledUp) {
    List<CurvePoint> points = new ArrayList<>();
    for (LevelResult level : result.levels()) {
      Double load = axis.load(level);
      ThroughputTally output = outputs.get(level.level());
      if (load != null && output != null && !level.window().cutShort() && level.level() != apart) {
        Throughput throughput = output.result();
        if (Double.isFinite(throughput.tps())) {
          points.add(new CurvePoint(load, throughput, output.rps(), growth(level, piledUp), level));
        }
      }
    }
    return points;
  }

  private Growth growth(LevelResult level, Set<Integer> piledUp) {
    if (piledUp.contains(level.level())) {
      return Growth.SEEN;
    }
    InFlightGrowth growth = inFlight.get(level.level());
    return growth == null ? Growth.NONE : growth.growth();
  }

  /// Returns the planned numbers of requests and sessions over all levels.
  public TurnCount requested() {
    return requested;
  }

  /// Returns the floods with enough responses, in order.
  public List<Flood> floods() {
    return result.levels().stream()
        .flatMap(level ->
            Optional.ofNullable(floods.get(level.level())).stream()
                .map(rate -> flood(level.totals(), rate)))
        .filter(flood -> Double.isFinite(flood.rps()))
        .toList();
  }

  private static Flood flood(Totals all, FloodRate rate) {
    return new Flood(all.sessions(), all.requests(), rate.answered(), rate.perSecond());
  }
}
