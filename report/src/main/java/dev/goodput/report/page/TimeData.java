package dev.goodput.report.page;

import dev.goodput.metrics.portrait.LevelChartData;
import dev.goodput.metrics.portrait.LevelChartData.Slice;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.Figures;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/// Series over the time of a level, in seconds since it began. Slices are joined until one lasts at
/// least half a second and there are at most 150: finer ones show the arrivals' chance, not the
/// server.
final class TimeData {
  private static final int MOST = 150;
  private static final long LEAST_NANOS = 500_000_000;

  private final List<Slice> slices;
  private final int joined;
  private final double seconds;

  private TimeData(LevelChartData portrait) {
    this.slices = portrait.slices();
    int byCount = (slices.size() + MOST - 1) / MOST;
    long slice = Math.max(1, portrait.sliceNanos());
    this.joined = Math.max(1, Math.max(byCount, (int) Math.ceilDiv(LEAST_NANOS, slice)));
    this.seconds = joined * slice / 1e9;
  }

  static JsonObject of(LevelChartData portrait, LevelResult level) {
    TimeData data = new TimeData(portrait);
    String of = level.lost() ? ", of those in the log" : "";
    JsonObject time = new JsonObject().text("by", Figures.span(data.seconds)).text("of", of);
    ArrayNode middles = time.node().putArray("seconds");
    for (int at = 0; at * data.joined < data.slices.size(); at++) {
      middles.add(RoundedNumbers.significant((at + 0.5) * data.seconds));
    }
    data.series("output_tps", time, Slice::outputTokens, true);
    data.series("ok_rps", time, Slice::ended, true);
    data.series("failed_rps", time, Slice::failed, true);
    data.series("in_flight", time, Slice::inFlight, false);
    if (level.goodput() != null) {
      data.attainment(time);
    }
    data.arrivals(portrait, time);
    return time;
  }

  // The last of the joined slices may be cut short; its rates are of the part that is there, and
  // none are of a sliver.
  private void series(
      String name, JsonObject time, ToDoubleFunction<Slice> value, boolean perSecond) {
    ArrayNode array = time.node().putArray(name);
    for (int at = 0; at < slices.size(); at += joined) {
      List<Slice> part = part(at);
      if (perSecond && at > 0 && 2 * part.size() < joined) {
        array.addNull();
        continue;
      }
      double sum = part.stream().mapToDouble(value).sum();
      double length = perSecond ? seconds * part.size() / joined : part.size();
      array.add(RoundedNumbers.significant(sum / length));
    }
  }

  private void attainment(JsonObject time) {
    ArrayNode array = time.node().putArray("attainment");
    for (int at = 0; at < slices.size(); at += joined) {
      Double share = attained(part(at));
      if (share == null) {
        array.addNull();
      } else {
        array.add(RoundedNumbers.significant(share));
      }
    }
  }

  private static @Nullable Double attained(List<Slice> part) {
    long judged = part.stream().mapToLong(Slice::judged).sum();
    long good = part.stream().mapToLong(slice -> Math.max(0, slice.good())).sum();
    return judged == 0 ? null : Double.valueOf((double) good / judged);
  }

  // Counted from the start, at the end of each of the unjoined slices.
  private void arrivals(LevelChartData portrait, JsonObject time) {
    JsonObject counted = new JsonObject();
    ArrayNode ends = counted.node().putArray("seconds");
    ArrayNode asked = counted.node().putArray("asked");
    ArrayNode achieved = counted.node().putArray("achieved");
    long intended = 0;
    long due = 0;
    for (int at = 0; at < slices.size(); at++) {
      intended += slices.get(at).intended();
      due += slices.get(at).due();
      ends.add(RoundedNumbers.significant((at + 1) * (portrait.sliceNanos() / 1e9)));
      asked.add(intended);
      achieved.add(due);
    }
    time.object("arrivals", counted);
  }

  private List<Slice> part(int at) {
    return slices.subList(at, Math.min(slices.size(), at + joined));
  }
}
