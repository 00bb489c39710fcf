package dev.goodput.report.quality;

import dev.goodput.report.ReportInput;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Ratings of a run's responses by people, from 1 to 5.
///
/// @param ratings how many ratings were given
/// @param requests how many requests have a rating; with several raters a request counts with the
///   mean of its ratings
/// @param rating the mean over these requests
/// @param satisfied the share of these requests with a rating of 4 or more
/// @param byLatency the mean by thirds of a latency, for TTFT and TPOT; without those that too few
///   requests have
public record RunRatings(
    long ratings, int requests, Mean rating, Mean satisfied, List<ByLatency> byLatency) {
  /// The file's name in the run directory.
  public static final String FILE = "ratings.json";

  /// The file of the rating and the latencies of each rated request. Its name is another one than
  /// that of the file which the raters' page exports.
  public static final String ROWS = "request-ratings.csv";

  private static final String SCHEMA = "goodput.run-ratings/1";

  /// Copies the list.
  public RunRatings {
    byLatency = List.copyOf(byLatency);
  }

  /// A mean with its 95 % interval.
  ///
  /// @param value the mean
  /// @param low95 the lower end
  /// @param high95 the upper end
  public record Mean(double value, double low95, double high95) {}

  /// Ratings by a latency.
  ///
  /// @param metric `ttft` or `tpot`
  /// @param thirds the requests in order of this latency, the fastest first, in three parts
  public record ByLatency(String metric, List<Third> thirds) {
    /// Copies the list.
    public ByLatency {
      thirds = List.copyOf(thirds);
    }
  }

  /// A third of the rated requests.
  ///
  /// @param fromMs the shortest latency, ms
  /// @param toMs the longest, ms
  /// @param requests how many requests it has
  /// @param rating their mean rating
  public record Third(double fromMs, double toMs, int requests, Mean rating) {}

  /// Returns the ratings of a run; empty if it has none.
  ///
  /// @throws dev.goodput.record.RecordException.ReadFailed if the file cannot be read
  public static Optional<RunRatings> of(ReportInput in) {
    return QualityFile.read(in, FILE, RunRatings.class);
  }

  /// Writes the ratings to a run directory.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public void write(Path directory) {
    QualityFile.write(directory.resolve(FILE), SCHEMA, this);
  }

  /// Returns the `ratings` part of the result document.
  public ObjectNode tree() {
    return QualityFile.tree(this);
  }
}
