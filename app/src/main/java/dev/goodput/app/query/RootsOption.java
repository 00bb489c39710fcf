package dev.goodput.app.query;

import dev.goodput.app.NextCommandRole;
import dev.goodput.history.RunStore;
import dev.goodput.runner.AppException;
import dev.goodput.store.RunDatabase;
import dev.goodput.store.StoredTable;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/// The option for the directories whose runs are queried.
public final class RootsOption {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = {
        "directory that holds run directories or a gateway's logs; may be repeated",
        "(default: runs)"
      })
  private List<Path> roots = new ArrayList<>();

  /// Opens the tables of all runs in the directories.
  ///
  /// @param tables the tables that will be read
  /// @param err receives a line if the cache is rebuilt or reading takes time
  /// @throws AppException.Usage if a path is no directory
  public RunDatabase open(Set<StoredTable> tables, PrintWriter err) {
    List<Path> all = roots.isEmpty() ? List.of(RunStore.DEFAULT_ROOT) : List.copyOf(roots);
    for (Path root : all) {
      if (!Files.isDirectory(root)) {
        throw new AppException.Usage(
            roots.isEmpty()
                ? "no directory " + root + " here; goodput bench makes a run, or pass --root DIR"
                : "--root " + root + " is not a directory");
      }
    }
    return RunDatabase.open(
        all,
        tables,
        line -> {
          err.println("goodput: " + line);
          err.flush();
        });
  }
}
