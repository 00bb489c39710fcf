package dev.goodput.app.runs;

import dev.goodput.app.AppException;
import dev.goodput.app.NextCommandRole;
import dev.goodput.history.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The option for the directory of the stored runs.
public final class RootOption {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "directory that holds the run directories (default: runs)")
  private Path root = RunStore.DEFAULT_ROOT;

  /// Returns the store of the runs in that directory.
  ///
  /// @throws AppException.Usage a path that is a file
  public RunStore store() {
    if (Files.exists(root) && !Files.isDirectory(root)) {
      throw new AppException.Usage("--root " + root + " is a file; name a directory");
    }
    return RunStore.at(root);
  }
}
