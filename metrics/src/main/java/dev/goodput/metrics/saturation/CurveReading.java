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
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One pass over a log for what level results do not hold: the noise of each level's output, and
/// what floods were answered at.
public final class CurveReading {
  private static final String FLOOD = "burst";

  /// Nobody reads here: the pace of a reader does not matter.
  private static final double ANY_PACE = 1;

  private final Map<Integer, ThroughputTally> outputs = new HashMap<>();
  private final Map<Integer, InFlightGrowth> inFlight = new HashMap<>();
  private final SortedMap<Integer, FloodRate> floods = new TreeMap<>();
  private @Nullable RequestView view;

  private CurveReading(RunResult result) {
    for (LevelResult level : result.levels()) {
      if (level.load().arrivals().equals(FLOOD)) {
        floods.put(level.level(), new FloodRate());
      } else {
        outputs.put(level.level(), new ThroughputTally(level.window()));
        if (level.load().rateAsked() != null) {
          inFlight.put(level.level(), new InFlightGrowth());
        }
      }
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
      growth.add(seen.times().startNanos(), request.stamps().endedNanos());
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
  public List<CurvePoint> points(RunResult result, Axis axis, int apart) {
    List<CurvePoint> points = new ArrayList<>();
    for (LevelResult level : result.levels()) {
      Double load = axis.load(level);
      ThroughputTally output = outputs.get(level.level());
      if (load != null && output != null && !level.window().cutShort() && level.level() != apart) {
        Throughput throughput = output.result();
        if (Double.isFinite(throughput.tps())) {
          points.add(new CurvePoint(load, throughput, pilesUp(level), level));
        }
      }
    }
    return points;
  }

  private boolean pilesUp(LevelResult level) {
    InFlightGrowth growth = inFlight.get(level.level());
    return growth != null && growth.grows();
  }

  /// Answers per second of the last flood that had enough of them; empty without one.
  public Optional<Double> floodRps() {
    return floods.values().stream()
        .map(FloodRate::perSecond)
        .filter(Double::isFinite)
        .reduce((first, last) -> last);
  }
}
