package dev.goodput.report.page;

import dev.goodput.metrics.chart.LevelChartData;
import dev.goodput.metrics.chart.LevelChartData.Slice;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Series over the time of a level: a value for each step, which lasts so many seconds. Slices are
/// joined until one lasts at least half a second and there are at most 150, or 20 in an outline:
/// finer ones show the arrivals' chance, not the server.
final class TimeData {
  private static final int MAX = 150;
  private static final int OUTLINE = 20;
  private static final long MIN_NANOS = 500_000_000;

  private final List<Slice> slices;
  private final int joined;
  private final double seconds;
  private final List<List<Slice>> parts = new ArrayList<>();

  private TimeData(LevelChartData charts, int most) {
    this.slices = charts.slices();
    int byCount = (slices.size() + most - 1) / most;
    long slice = Math.max(1, charts.sliceNanos());
    this.joined = Math.max(1, Math.max(byCount, (int) Math.ceilDiv(MIN_NANOS, slice)));
    this.seconds = joined * slice / 1e9;
    for (int at = 0; at < slices.size(); at += joined) {
      parts.add(slices.subList(at, Math.min(slices.size(), at + joined)));
    }
  }

  static JsonObject of(LevelChartData charts, LevelResult level, boolean full) {
    TimeData data = new TimeData(charts, full ? MAX : OUTLINE);
    String of = level.lost() ? ", of those in the log" : "";
    JsonObject time =
        new JsonObject()
            .text("by", Figures.span(data.seconds))
            .text("of", of)
            .number("step", data.seconds)
            .series("output_tps", data.perSecond(Slice::outputTokens))
            .series("ok_rps", data.perSecond(Slice::ended))
            .series("failed_rps", data.perSecond(Slice::failed))
            .series("in_flight", data.parts.stream().map(TimeData::inFlight));
    if (level.goodput() != null) {
      time.series("attainment", data.parts.stream().map(TimeData::attained));
    }
    return time.object("arrivals", data.arrivals());
  }

  // The last of the joined slices may be cut short; its rates are of the part that is there, and
  // none are of a sliver.
  private Stream<@Nullable Double> perSecond(ToDoubleFunction<Slice> value) {
    return IntStream.range(0, parts.size())
        .mapToObj(i -> {
          List<Slice> part = parts.get(i);
          return i > 0 && 2 * part.size() < joined
              ? null
              : RoundedNumbers.significant(
                  part.stream().mapToDouble(value).sum() / (seconds * part.size() / joined));
        });
  }

  private static double inFlight(List<Slice> part) {
    return RoundedNumbers.significant(
        part.stream().mapToDouble(Slice::inFlight).sum() / part.size());
  }

  private static @Nullable Double attained(List<Slice> part) {
    long judged = part.stream().mapToLong(Slice::judged).sum();
    long good = part.stream().mapToLong(slice -> Math.max(0, slice.good())).sum();
    return judged == 0 ? null : RoundedNumbers.significant((double) good / judged);
  }

  // Counted from the start, at the end of each step.
  private JsonObject arrivals() {
    long[] requested = sums(Slice::intended);
    long[] achieved = sums(Slice::due);
    Arrays.parallelPrefix(requested, Long::sum);
    Arrays.parallelPrefix(achieved, Long::sum);
    return new JsonObject()
        .integers("asked", LongStream.of(requested))
        .integers("achieved", LongStream.of(achieved));
  }

  private long[] sums(ToLongFunction<Slice> value) {
    return parts.stream().mapToLong(part -> part.stream().mapToLong(value).sum()).toArray();
  }
}
