package dev.goodput.workload;

import dev.goodput.record.words.WordSuggestion;
import dev.goodput.workload.dataset.BuiltIn;
import dev.goodput.workload.dataset.DataFile;
import dev.goodput.workload.dataset.DataSet;
import dev.goodput.workload.dataset.TaskFile;
import dev.goodput.workload.input.WorkloadException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A lookup of workloads by name or file.
public final class Workloads {
  private Workloads() {}

  /// Returns the names of the built-in workloads of single requests.
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (BuiltIn data : BuiltIn.values()) {
      names.add(data.label());
    }
    names.add(SyntheticWorkload.NAME);
    return List.copyOf(names);
  }

  /// Returns a built-in workload by name, or one from a file, which is read whole.
  ///
  /// @throws WorkloadException with one clear line: an unknown name (and the nearest one), a file
  ///   that cannot be read, or `file:line` and what is wrong there
  public static Workload find(String nameOrFile) {
    if (nameOrFile.equals(SyntheticWorkload.NAME)) {
      return new SyntheticWorkload();
    }
    for (BuiltIn data : BuiltIn.values()) {
      if (data.label().equals(nameOrFile)) {
        return new TableWorkload(
            nameOrFile, data.title(), data.sloPreset(), data.load(), "", false);
      }
    }
    return TaskFile.of(nameOrFile)
        .<Workload>map(tasks -> new ConversationWorkload(nameOrFile, tasks.load()))
        .orElseGet(() -> fromFile(nameOrFile));
  }

  private static Workload fromFile(String name) {
    Path path = path(name);
    if (!Files.exists(path)) {
      throw unknown(name);
    }
    return switch (DataFile.read(path)) {
      case DataSet.Lengths lengths ->
          new TableWorkload(name, name, null, lengths.table(), lengths.note(), lengths.captured());
      case DataSet.Conversations data -> new ConversationWorkload(name, data);
    };
  }

  private static List<String> known() {
    return Stream.concat(names().stream(), TaskFile.names().stream()).toList();
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw unknown(name);
    }
  }

  private static WorkloadException unknown(String name) {
    return new WorkloadException.Unknown(
        "no workload \""
            + name
            + "\", neither built in nor a file."
            + WordSuggestion.to(name, known()).map(near -> " Did you mean " + near + "?").orElse("")
            + " Built in: "
            + String.join(", ", known()));
  }
}
