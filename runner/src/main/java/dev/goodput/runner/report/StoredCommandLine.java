package dev.goodput.runner.report;

import dev.goodput.record.Manifest;
import java.util.ServiceLoader;

/// The reader of a run's command line: its options go into the next commands that the report
/// suggests.
///
/// Only the command line knows its options. It is found through [ServiceLoader], because a report
/// is made without one; a program that has none suggests the commands without options.
public interface StoredCommandLine {
  /// Adds the options to a manifest; adds nothing if this version cannot parse the command line.
  Manifest addTo(Manifest manifest);

  /// Adds the options, if this program has a command line.
  static Manifest options(Manifest manifest) {
    return ServiceLoader.load(StoredCommandLine.class)
        .findFirst()
        .map(reader -> reader.addTo(manifest))
        .orElse(manifest);
  }
}
