package dev.goodput.metrics.saturation;

import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.RunResult;
import dev.goodput.metrics.stream.RequestView;
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
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One pass over a log for what level results do not hold: the noise of each level's output, and
/// what floods were answered at.
public final class CurveReading {
  static final String FLOOD = "burst";

  /// Nobody reads here: the pace of a reader does not matter.
  private static final double ANY_PACE = 1;

  private final Map<Integer, ThroughputTally> outputs = new HashMap<>();
  private final Map<Integer, InFlightGrowth> inFlight = new HashMap<>();
  private final SortedMap<Integer, FloodRate> floods = new TreeMap<>();
  private @Nullable RequestView view;

  private CurveReading(RunResult result) {
    for (LevelResult level : result.levels()) {
      if (level.load().arrivals().equals(FLOOD)) {
        addFlood(level);
      } else {
        outputs.put(level.level(), new ThroughputTally(level.window()));
        if (level.load().rateAsked() != null) {
          inFlight.put(level.level(), new InFlightGrowth());
        }
      }
    }
  }

  /// Half a flood has no middle.
  private void addFlood(LevelResult level) {
    if (!level.window().cutShort()) {
      floods.put(level.level(), new FloodRate());
    }
  }

  /// Reads a log whose levels are known.
  ///
  /// @param result of the same log
  public static CurveReading of(LogSource log, RunResult result) {
    CurveReading reading = new CurveReading(result);
    log.read(reading::add);
    return reading;
  }

  private void add(LogEntry entry) {
    if (!(entry instanceof RequestRecord request) || !request.last()) {
      return;
    }
    RequestView seen = view(request);
    ThroughputTally output = outputs.get(request.level());
    if (output != null) {
      output.add(seen);
    }
    InFlightGrowth growth = inFlight.get(request.level());
    if (growth != null && Stamps.present(request.stamps().endedNanos())) {
      growth.add(
          request.asked().session(), seen.times().startNanos(), request.stamps().endedNanos());
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

  /// The points of the levels that lie on an axis, but those of a level that is no part of it.
  ///
  /// @param apart the level to leave out; -1 for none
  /// @param piledUp levels that were ended early, as requests piled up
  public List<CurvePoint> points(RunResult result, Axis axis, int apart, Set<Integer> piledUp) {
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

  /// The last flood that had enough answers; empty without one.
  public Optional<Flood> flood() {
    return floods.values().stream()
        .map(FloodRate::flood)
        .filter(flood -> Double.isFinite(flood.rps()))
        .reduce((first, last) -> last);
  }
}
