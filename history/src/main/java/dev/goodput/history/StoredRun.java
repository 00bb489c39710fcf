package dev.goodput.history;

import dev.goodput.record.Manifest;
import dev.goodput.record.RunKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A run as its directory tells of it.
///
/// @param path where it lies
/// @param manifest what was asked
/// @param name what somebody called it, null where nobody did
/// @param baselines that it belongs to
public record StoredRun(
    Path path, Manifest manifest, @Nullable String name, Set<String> baselines) {
  /// Copies the baselines.
  public StoredRun {
    baselines = Collections.unmodifiableSet(new TreeSet<>(baselines));
  }

  /// What it was called when it was measured: the name of its directory then. A moved run keeps it.
  public String id() {
    return fact("run.id").orElse(directory());
  }

  /// The name of its directory now.
  public String directory() {
    return String.valueOf(path.getFileName());
  }

  /// Where it lies really, where its directory is a link.
  public Optional<Path> link() {
    return Files.isSymbolicLink(path) ? Optional.of(Copies.real(path)) : Optional.empty();
  }

  /// When it was begun, empty where the manifest does not tell.
  public Optional<Instant> started() {
    try {
      return fact("run.started").map(Instant::parse);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /// A value of the manifest, empty where it is not there or blank.
  public Optional<String> fact(String key) {
    return manifest.text(key).filter(value -> !value.isBlank());
  }

  /// The figures that it left, as `result.json` keeps them.
  public KeptResult result() {
    return ResultFile.read(
        path, isLog() ? KeptLog.words(manifest) : "no result.json: killed, or still going on");
  }

  /// Whether a gateway or a watch wrote it of what it saw, so that there is a report of it only
  /// where somebody asked for one.
  public boolean isLog() {
    return RunKind.TRAFFIC_LOG.describes(manifest);
  }
}
