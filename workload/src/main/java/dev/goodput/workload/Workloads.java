package dev.goodput.workload;

import dev.goodput.workload.input.Nearest;
import dev.goodput.workload.input.WorkloadException;
import java.util.List;

/// Finds workloads by name or file.
public final class Workloads {
  private Workloads() {}

  /// The names of those that are built in.
  public static List<String> names() {
    return List.of(SyntheticWorkload.NAME);
  }

  /// A built-in workload by name, or one from a file.
  ///
  /// @throws WorkloadException with one clear line: no such name (and the nearest), a file that
  ///   cannot be read, or `file:line` and what is wrong there
  public static Workload find(String nameOrFile) {
    if (nameOrFile.equals(SyntheticWorkload.NAME)) {
      return new SyntheticWorkload();
    }
    throw new WorkloadException.Unknown(
        "no workload \""
            + nameOrFile
            + "\"."
            + Nearest.to(nameOrFile, names()).map(near -> " Did you mean " + near + "?").orElse("")
            + " Built in: "
            + String.join(", ", names()));
  }
}
