package dev.goodput.app.runs;

import dev.goodput.app.AppException;
import dev.goodput.app.Carried;
import dev.goodput.history.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/// Where runs are looked for.
public final class RootOption {
  @Carried(Carried.Into.REPEAT)
  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "the directory that holds the run directories (default: runs)")
  private Path root = RunStore.USUAL;

  /// The runs there.
  ///
  /// @throws AppException.Usage where it is a file
  public RunStore store() {
    if (Files.exists(root) && !Files.isDirectory(root)) {
      throw new AppException.Usage("--root " + root + " is a file; name a directory");
    }
    return RunStore.at(root);
  }
}
