package dev.goodput.runner.rate;

import dev.goodput.record.RunDirectory;
import dev.goodput.report.quality.RunRatings;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Checks;
import dev.goodput.runner.rate.RatingReader.Rating;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// A file of ratings that becomes the ratings of runs.
public final class RatingFile {
  private RatingFile() {}

  /// The ratings of a run.
  ///
  /// @param id the id of the run
  public record Stored(String id, RunRatings ratings) {}

  /// Reads a file and writes the ratings of each run to its directory.
  ///
  /// @return the ratings in the order of the runs
  /// @throws AppException.Usage if the file is the result of an earlier call, or rates nothing of a
  ///   run
  /// @throws dev.goodput.workload.input.WorkloadException.Malformed if a line fits no run
  public static List<Stored> store(Path file, List<RunDirectory> directories) {
    List<RatedRun> rated = directories.stream().map(RatedRun::new).toList();
    RatingReader reader = new RatingReader(file);
    Checks.refuse(
        rated.stream().anyMatch(each -> each.replaces(file)),
        "--ratings "
            + file
            + " is the result of an earlier rate, which this one replaces; give the file that the"
            + " page exported");
    for (Rating rating : reader.read()) {
      run(rating, rated, reader).add(rating, reader);
    }
    IntStream.range(0, rated.size())
        .filter(i -> !rated.get(i).rated())
        .findFirst()
        .ifPresent(i -> {
          throw new AppException.Usage(
              "%s has no rating of a response of %s".formatted(file, directories.get(i).path()));
        });
    return rated.stream().map(each -> new Stored(each.id(), each.write())).toList();
  }

  private static RatedRun run(Rating rating, List<RatedRun> rated, RatingReader reader) {
    if (rating.run().isEmpty() && rated.size() > 1) {
      throw reader.malformed(
          rating, "the file needs a column \"run\" with the id of the run, as there are two runs");
    }
    return rated.stream()
        .filter(run -> rating.run().isEmpty() || run.id().equals(rating.run()))
        .findFirst()
        .orElseThrow(() ->
            reader.malformed(
                rating,
                "the run \"%s\" is none of those given: %s"
                    .formatted(rating.run(), rated.stream().map(RatedRun::id).toList())));
  }
}
