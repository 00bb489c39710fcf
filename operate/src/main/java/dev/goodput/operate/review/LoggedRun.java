package dev.goodput.operate.review;

import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One run directory of a gateway's log.
///
/// @param directory the directory
/// @param from when it was started
/// @param until when it ended; of a directory that has not ended, when its log was last written
record LoggedRun(RunDirectory directory, Instant from, Instant until) {
  /// Returns the directories of a gateway's log, oldest first.
  ///
  /// @throws RecordException if the log's directory cannot be listed
  static List<LoggedRun> below(Path log) {
    List<LoggedRun> runs = new ArrayList<>();
    try (Stream<Path> inside = Files.list(log)) {
      inside
          .filter(each -> Files.isRegularFile(each.resolve(RunDirectory.MANIFEST_FILE)))
          .forEach(each -> of(RunDirectory.open(each)).ifPresent(runs::add));
    } catch (IOException e) {
      throw new RecordException.ReadFailed(log, e);
    }
    runs.sort(Comparator.comparing(LoggedRun::from).thenComparing(LoggedRun::name));
    return runs;
  }

  /// Returns a directory that a gateway wrote; empty for another run.
  private static Optional<LoggedRun> of(RunDirectory directory) {
    Manifest manifest = directory.manifest();
    if (!RunKind.TRAFFIC_LOG.describes(manifest)) {
      return Optional.empty();
    }
    Instant from = instant(manifest, "run.started");
    Instant until =
        manifest.text("gateway.ended").isPresent()
            ? instant(manifest, "gateway.ended")
            : written(directory.path().resolve(RunDirectory.LOG_FILE), from);
    return Optional.of(new LoggedRun(directory, from, until));
  }

  private static Instant instant(Manifest manifest, String key) {
    String text = manifest.require(key);
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new RecordException.BadValue(
          key, "\"" + text + "\"", "a time such as 2026-01-31T12:00:00Z");
    }
  }

  private static Instant written(Path file, Instant otherwise) {
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException e) {
      return otherwise; // A directory without a log holds no requests.
    }
  }

  /// Returns whether requests of a period can be in it.
  boolean overlaps(Instant start, Instant end) {
    return from.isBefore(end) && !until.isBefore(start);
  }

  /// Returns whether the gateway logged only a share of its requests.
  boolean sampled() {
    return directory.manifest().decimal("gateway.log.share").orElse(1) < 1;
  }

  /// Returns the gateway's host; empty if the log does not have it.
  String host() {
    return directory.manifest().text("host.name").orElse("");
  }

  String name() {
    return String.valueOf(directory.path().getFileName());
  }
}
