package dev.goodput.runner.rate;

import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import dev.goodput.workload.input.CsvLine;
import dev.goodput.workload.input.LineReader;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.input.WorkloadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A reader of a CSV file of ratings: a line of names, then one rating per line. `id` and `rating`
/// are required; `run`, `level` and `rater` are optional; other columns are not read.
final class RatingReader {
  static final int LOWEST = 1;
  static final int HIGHEST = 5;

  private final TextFile file;
  private final Map<String, Long> seen = new HashMap<>();
  private List<String> names = List.of();

  /// @throws AppException.Usage if there is no such file
  RatingReader(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new AppException.Usage(
          "--ratings "
              + path
              + (Files.exists(path) ? " is not a file" : " does not exist")
              + "; give a CSV file with the columns id and rating");
    }
    this.file = new TextFile(path);
  }

  /// One rating.
  ///
  /// @param line its line in the file
  /// @param run the id of the run; empty if the file does not name it
  /// @param level the load level; -1 if the file does not name it
  /// @param id the request
  /// @param value the rating, 1 to 5
  record Rating(long line, String run, int level, long id, double value) {}

  /// Reads all ratings.
  ///
  /// @throws WorkloadException.Malformed naming the line and the column of a mistake
  List<Rating> read() {
    List<Rating> ratings = new ArrayList<>();
    try (LineReader lines = new LineReader(file)) {
      String head = lines.nextFilled();
      if (head == null) {
        throw file.malformed(1, "the file is empty; the first line must name the columns");
      }
      char separator = CsvLine.separator(head);
      names = CsvLine.cells(head, separator);
      for (String needed : List.of("id", "rating")) {
        if (!names.contains(needed)) {
          throw file.malformed(
              lines.number(), "the first line must name the columns id and rating, found " + names);
        }
      }
      for (String name : names) {
        if (!name.isEmpty() && names.indexOf(name) != names.lastIndexOf(name)) {
          throw file.malformed(lines.number(), "the first line has \"" + name + "\" twice");
        }
      }
      String line = lines.nextFilled();
      while (line != null) {
        long number = lines.number();
        ratings.add(rating(number, CsvLine.cells(joined(line, lines), separator)));
        line = lines.nextFilled();
      }
      if (ratings.isEmpty()) {
        throw file.malformed(lines.number(), "the file has no rating after the line of names");
      }
    } catch (IOException e) {
      throw new AppException.Usage("--ratings cannot be read: " + SystemReason.of(e));
    }
    return ratings;
  }

  /// Returns the exception for a rating that does not fit the run.
  WorkloadException malformed(Rating rating, String problem) {
    return file.malformed(rating.line, problem);
  }

  /// Returns a line with those that a quoted field in it goes on to.
  private String joined(String line, LineReader lines) throws IOException {
    long number = lines.number();
    String whole = line;
    while (CsvLine.open(whole)) {
      String next = lines.next();
      if (next == null) {
        throw file.malformed(number, "the line has a quote that does not end");
      }
      whole += "\n" + next;
    }
    return whole;
  }

  private Rating rating(long line, List<String> fields) {
    if (fields.size() != names.size()) {
      throw file.malformed(
          line,
          "the line must have %d fields, as the first line has, found %d"
              .formatted(names.size(), fields.size()));
    }
    String level = field(fields, "level");
    Rating rating =
        new Rating(
            line,
            field(fields, "run"),
            level.isEmpty() ? -1 : (int) integer(line, "level", level),
            integer(line, "id", field(fields, "id")),
            value(line, field(fields, "rating")));
    String key =
        "%s %d %d %s".formatted(rating.run, rating.level, rating.id, field(fields, "rater"));
    Long before = seen.putIfAbsent(key, line);
    if (before != null) {
      throw file.malformed(
          line,
          "request %d is rated in line %d already; for several raters add a column \"rater\""
              .formatted(rating.id, before));
    }
    return rating;
  }

  private String field(List<String> fields, String name) {
    int column = names.indexOf(name);
    return column < 0 ? "" : fields.get(column);
  }

  private long integer(long line, String name, String text) {
    try {
      long value = Long.parseLong(text);
      if (value >= 0 && (name.equals("id") || value <= Integer.MAX_VALUE)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw notAnInteger(line, name, text);
    }
    throw notAnInteger(line, name, text);
  }

  private WorkloadException notAnInteger(long line, String name, String text) {
    return file.malformed(
        line, "\"%s\" must be a whole number, 0 or more, found \"%s\"".formatted(name, text));
  }

  private double value(long line, String text) {
    try {
      double value = Double.parseDouble(text);
      if (value >= LOWEST && value <= HIGHEST) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw outside(line, text);
    }
    throw outside(line, text);
  }

  private WorkloadException outside(long line, String text) {
    return file.malformed(
        line,
        "\"rating\" must be a number from %d to %d, found \"%s\"".formatted(LOWEST, HIGHEST, text));
  }
}
