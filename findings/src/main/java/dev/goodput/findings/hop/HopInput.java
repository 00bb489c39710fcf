package dev.goodput.findings.hop;

import dev.goodput.metrics.hop.ProxyTestResult;
import dev.goodput.record.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// All that a report of a proxy is made of.
///
/// @param manifest of the run
/// @param dir where it is kept
/// @param result what was found
/// @param notes what a reader must know, a sentence each
/// @param losses what could not be kept of it, a sentence each
public record HopInput(
    Manifest manifest, Path dir, ProxyTestResult result, List<String> notes, List<String> losses) {
  /// Copies the lists.
  public HopInput {
    notes = List.copyOf(notes);
    losses = List.copyOf(losses);
  }

  /// The same with what could not be kept of it, too.
  public HopInput withLosses(List<String> more) {
    List<String> all = new ArrayList<>(losses);
    all.addAll(more);
    return new HopInput(manifest, dir, result, notes, all);
  }

  /// Whether a signal ended it.
  public boolean interrupted() {
    return manifest.text("run.interrupted").isPresent();
  }
}
