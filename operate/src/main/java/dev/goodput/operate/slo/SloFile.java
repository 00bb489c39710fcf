package dev.goodput.operate.slo;

import dev.goodput.gateway.config.YamlReader;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.wire.BadSettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// An SLO file: OpenSLO v1 documents.
///
/// @param name the file's name, for errors and headers
/// @param objectives its SLOs, in order; at least one
/// @param notes warnings about values that are valid but probably not meant
public record SloFile(String name, List<ServiceObjective> objectives, List<String> notes) {
  /// Copies the lists.
  public SloFile {
    objectives = List.copyOf(objectives);
    notes = List.copyOf(notes);
  }

  /// Reads a file.
  ///
  /// @throws BadSettingException in one line: file, line, column, key, what is allowed and what was
  ///   found
  public static SloFile read(Path file) {
    String name = file.toString();
    if (Slo.preset(name).isPresent() && !Files.exists(file)) {
      throw new BadSettingException(
          "%s is a preset, not a file; for a file: goodput slo init %s --out slo.yaml"
              .formatted(name, name));
    }
    return parse(name, YamlReader.text(file, "SLO file"));
  }

  /// Parses the text of a file.
  ///
  /// @param name the file's name, for errors
  /// @throws BadSettingException as for [#read]
  public static SloFile parse(String name, String text) {
    return new SloReader(name).read(text);
  }
}
