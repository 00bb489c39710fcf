package dev.goodput.runner.directory;

import dev.goodput.report.model.Form;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The files of a report.
///
/// @param paths the file of each form that is written
public record OutputFiles(Map<Form, Path> paths) {
  /// No file.
  public static final OutputFiles NONE = new OutputFiles(Map.of());

  /// Returns the files of a run in its directory.
  public static OutputFiles nextTo(Path directory) {
    return NONE.with(Form.DOCUMENT, directory.resolve("result.json"))
        .with(Form.CSV, directory.resolve("requests.csv"))
        .with(Form.JSONL, directory.resolve("requests.jsonl"))
        .with(Form.PAGE, directory.resolve("report.html"));
  }

  /// Returns the files of a proxy check in its directory. The files of single requests are in the
  /// directories of its two sides.
  static OutputFiles forHop(Path directory) {
    return NONE.with(Form.DOCUMENT, directory.resolve("hop.json"))
        .with(Form.PAGE, directory.resolve("hop.html"));
  }

  /// Returns these files and one more; the same if it is null.
  public OutputFiles with(Form form, @Nullable Path file) {
    if (file == null) {
      return this;
    }
    Map<Form, Path> all = new EnumMap<>(Form.class);
    all.putAll(paths);
    all.put(form, file);
    return new OutputFiles(all);
  }

  /// Returns the file of a form; null if it is not written.
  public @Nullable Path of(Form form) {
    return paths.get(form);
  }

  /// Rejects files that cannot be written, before anything is done for them.
  ///
  /// @throws dev.goodput.runner.AppException naming the option
  public void check() {
    for (Form form : Form.values()) {
      FileChecks.writable(form.option(), of(form));
    }
  }
}
