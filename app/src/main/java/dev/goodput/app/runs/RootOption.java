package dev.goodput.app.runs;

import dev.goodput.app.NextCommandRole;
import dev.goodput.history.RunStore;
import dev.goodput.runner.AppException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for the directory of the stored runs.
public final class RootOption {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "directory that holds the run directories (default: runs)")
  private @Nullable Path root;

  /// Returns the store of the runs in that directory. The default directory need not exist.
  ///
  /// @throws AppException.Usage a path that is no directory
  public RunStore store() {
    if (root != null && !Files.isDirectory(root)) {
      throw new AppException.Usage("--root " + root + " is not a directory");
    }
    return RunStore.at(root == null ? RunStore.DEFAULT_ROOT : root);
  }
}
