package dev.goodput.history;

import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
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

/// A stored run, as described by its directory.
///
/// @param path its directory
/// @param manifest its manifest
/// @param name the name given by a user, null without one
/// @param baselines the baselines that it belongs to
public record StoredRun(
    Path path, Manifest manifest, @Nullable String name, Set<String> baselines) {
  private static final String PROXY_CHECK = "hop.json";

  /// Copies the baselines.
  public StoredRun {
    baselines = Collections.unmodifiableSet(new TreeSet<>(baselines));
  }

  /// Returns the id: the name that its directory had when the run was measured.
  public String id() {
    return fact("run.id").orElse(directory());
  }

  /// Returns the current name of its directory.
  public String directory() {
    return String.valueOf(path.getFileName());
  }

  /// Returns the real path if its directory is a link.
  public Optional<Path> link() {
    return Files.isSymbolicLink(path) ? Optional.of(CopyDetector.realPath(path)) : Optional.empty();
  }

  /// Returns when it was started, empty if the manifest does not contain it.
  public Optional<Instant> started() {
    try {
      return fact("run.started").map(Instant::parse);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /// Returns a value of the manifest, empty if it is missing or blank.
  public Optional<String> fact(String key) {
    return manifest.text(key).filter(value -> !value.isBlank());
  }

  /// Returns its figures from `result.json`.
  public StoredResult result() {
    return ResultFile.read(path, this::withoutResult);
  }

  private String withoutResult() {
    if (isProxyCheck()) {
      return "its result is in " + PROXY_CHECK + "; goodput report shows it";
    }
    boolean open = RunDirectory.isBeingWritten(path);
    if (isTrafficLog()) {
      return TrafficLogText.summary(manifest, open);
    }
    return open ? "still being written" : "no result.json: killed, as no process writes its log";
  }

  /// Returns whether it is a finished check of a proxy, which has a result of its own kind.
  public boolean isProxyCheck() {
    return RunKind.HOP.describes(manifest) && Files.isRegularFile(path.resolve(PROXY_CHECK));
  }

  /// Returns whether a gateway or `watch` wrote it as a log of traffic, which has a report only if
  /// a user requested one.
  public boolean isTrafficLog() {
    return RunKind.TRAFFIC_LOG.describes(manifest);
  }
}
