package dev.goodput.runner.rate;

import dev.goodput.metrics.interval.MeanInterval;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.quality.RunRatings;
import dev.goodput.report.quality.RunRatings.ByLatency;
import dev.goodput.report.quality.RunRatings.Mean;
import dev.goodput.report.quality.RunRatings.Third;
import dev.goodput.runner.rate.RatingReader.Rating;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/// A stored run with the ratings of its responses.
final class RatedRun {
  private static final double SATISFIED = 4;
  private static final int MIN_PER_THIRD = 3;
  private static final double MILLIS = 1e6; // ns

  private final RunDirectory run;
  private final Map<Key, Request> requests = new LinkedHashMap<>();
  private final TreeSet<Integer> levels = new TreeSet<>();
  private final Map<Key, List<Double>> ratings = new TreeMap<>();
  private long given;

  /// Reads the requests of a run.
  RatedRun(RunDirectory run) {
    this.run = run;
    run.read(entry -> {
      if (entry instanceof RequestRecord record && record.last()) {
        RequestTimes times = RequestTimes.of(record);
        levels.add(record.level());
        requests.put(
            new Key(record.level(), record.id()),
            new Request(
                record.requested().session(),
                record.requested().turn(),
                times.streamed() ? times.ttftNanos() / MILLIS : Double.NaN,
                times.tpotNanos() / MILLIS));
      }
    });
  }

  /// A request of the run.
  private record Key(int level, long id) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return Comparator.comparingInt(Key::level).thenComparingLong(Key::id).compare(this, other);
    }
  }

  /// What is known of a request.
  ///
  /// @param ttftMs TTFT in ms; NaN without a token
  /// @param tpotMs TPOT in ms; NaN with fewer than two tokens
  private record Request(long session, int turn, double ttftMs, double tpotMs) {}

  /// A rated request.
  private record Rated(Key key, Request request, double rating) {}

  /// Returns the id of the run.
  String id() {
    return run.manifest().text("run.id").orElse(run.path().toString());
  }

  /// Adds a rating.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException.Malformed if the run has no such request
  void add(Rating rating, RatingReader reader) {
    if (rating.level() < 0 && levels.size() > 1) {
      throw reader.malformed(
          rating,
          "%s has %d load levels, so the file needs a column \"level\""
              .formatted(run.path(), levels.size()));
    }
    Key key = new Key(rating.level() < 0 ? levels.first() : rating.level(), rating.id());
    if (!requests.containsKey(key)) {
      throw reader.malformed(
          rating,
          "%s has no request with the id %d at level %d".formatted(run.path(), key.id, key.level));
    }
    ratings.computeIfAbsent(key, _ -> new ArrayList<>()).add(rating.value());
    given++;
  }

  /// Returns whether any of its responses is rated.
  boolean rated() {
    return given > 0;
  }

  /// Returns whether a file is the one that [#write()] would replace with the rows.
  boolean replaces(Path file) {
    Path rows = run.path().resolve(RunRatings.ROWS);
    try {
      return Files.exists(rows) && Files.isSameFile(rows, file);
    } catch (IOException e) {
      throw new RecordException.ReadFailed(rows, e);
    }
  }

  /// Writes the ratings to the run directory.
  ///
  /// @return the ratings
  RunRatings write() {
    List<Rated> rated =
        ratings.entrySet().stream()
            .map(each -> new Rated(each.getKey(), of(each.getKey()), mean(each.getValue())))
            .toList();
    writeRows(rated);
    List<ByLatency> by = new ArrayList<>();
    add(by, "ttft", rated, each -> each.request.ttftMs);
    add(by, "tpot", rated, each -> each.request.tpotMs);
    double[] satisfied =
        rated.stream().mapToDouble(each -> each.rating >= SATISFIED ? 1 : 0).toArray();
    RunRatings result =
        new RunRatings(given, rated.size(), rating(rated), mean(satisfied, 0, 1), by);
    result.write(run.path());
    return result;
  }

  private Request of(Key key) {
    Request request = requests.get(key);
    if (request == null) {
      throw new IllegalStateException("no request " + key);
    }
    return request;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(each -> each).average().orElseThrow();
  }

  private static void add(
      List<ByLatency> by, String metric, List<Rated> rated, ToDoubleFunction<Rated> latency) {
    List<Rated> sorted =
        rated.stream()
            .filter(each -> latency.applyAsDouble(each) >= 0) // not NaN
            .sorted(Comparator.comparingDouble(latency))
            .toList();
    int n = sorted.size();
    if (n < 3 * MIN_PER_THIRD) {
      return;
    }
    List<Third> thirds = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      List<Rated> third = sorted.subList(i * n / 3, (i + 1) * n / 3);
      thirds.add(
          new Third(
              latency.applyAsDouble(third.getFirst()),
              latency.applyAsDouble(third.getLast()),
              third.size(),
              rating(third)));
    }
    by.add(new ByLatency(metric, thirds));
  }

  private static Mean rating(List<Rated> rated) {
    return mean(
        rated.stream().mapToDouble(Rated::rating).toArray(),
        RatingReader.LOWEST,
        RatingReader.HIGHEST);
  }

  /// Returns the mean of values on a scale.
  private static Mean mean(double[] values, double lowest, double highest) {
    double width = highest - lowest;
    double sum = 0;
    double squares = 0;
    for (double each : values) {
      double share = (each - lowest) / width;
      sum += share;
      squares += share * share;
    }
    int n = values.length;
    MeanInterval interval = MeanInterval.of(n, n, sum, squares);
    return new Mean(
        lowest + width * sum / n,
        lowest + width * interval.low(),
        lowest + width * interval.high());
  }

  private void writeRows(List<Rated> rated) {
    Path file = run.path().resolve(RunRatings.ROWS);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("level,id,session,turn,rating,ttft_ms,tpot_ms\r\n");
      for (Rated each : rated) {
        out.write(
            "%d,%d,%d,%d,%s,%s,%s\r\n"
                .formatted(
                    each.key.level,
                    each.key.id,
                    each.request.session,
                    each.request.turn,
                    each.rating,
                    text(each.request.ttftMs),
                    text(each.request.tpotMs)));
      }
    } catch (IOException e) {
      throw new RecordException.WriteFailed(file, e);
    }
  }

  private static String text(double value) {
    return Double.isNaN(value) ? "" : String.valueOf(value);
  }
}
