package dev.goodput.app.query;

import dev.goodput.app.NextCommandRole;
import dev.goodput.history.RunStore;
import dev.goodput.history.StoredRun;
import dev.goodput.report.words.Figures;
import dev.goodput.runner.AppException;
import dev.goodput.runner.report.RollupPlace;
import dev.goodput.store.ParquetExport;
import dev.goodput.store.RollupExport;
import dev.goodput.telemetry.RollupRange;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput export`: stored runs as Parquet files.
@Command(
    name = "export",
    description = {
      "Exports stored runs as Parquet files.",
      "Writes runs.parquet, levels.parquet, requests.parquet and chunks.parquet, and "
          + "gateway_requests.parquet for a gateway's logs. The columns are those of goodput query "
          + "--tables.",
      "Roll-ups become rollups.parquet: a file (goodput-fleet export), kafka://BROKER:9092/TOPIC,"
          + " or fleet://HOST:9400 (goodput-fleet live)."
    },
    synopsisHeading = "",
    customSynopsis = {
      "goodput export RUN… --to parquet --out DIR",
      "goodput export ROLLUPS.jsonl --to parquet --out DIR",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "A RUN is a directory, a name or an id of a run, or a baseline.",
      "goodput export runs/* --to parquet --out export",
      "goodput export main --to parquet --out export"
    })
public final class ExportCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description = "directories, names or ids of runs, or baselines, or a place of roll-ups")
  private List<String> runs = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--to", paramLabel = "FORMAT", description = "format of the files: parquet")
  private @Nullable String format;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "directory for the files; files of the same names are replaced")
  private @Nullable Path directory;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "directory that holds the run directories (default: runs)")
  private Path root = RunStore.DEFAULT_ROOT;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (!"parquet".equals(format)) {
      throw new AppException.Usage(
          "--to must be parquet" + (format == null ? "" : ", not \"" + format + "\""));
    }
    if (directory == null) {
      throw new AppException.Usage("--out DIR is required: the directory for the files");
    }
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new AppException.Usage("--out " + directory + " is a file; name a directory");
    }
    Optional<RollupPlace> rollups = RollupPlace.of(runs);
    if (rollups.isPresent()) {
      show(List.of(RollupExport.write(rollups.get().archive(RollupRange.ALL), directory)));
      return 0;
    }
    Set<Path> found = new LinkedHashSet<>();
    for (String run : runs) {
      RunStore.at(root).resolve(run).stream().map(StoredRun::path).forEach(found::add);
    }
    show(ParquetExport.write(List.copyOf(found), directory));
    return 0;
  }

  private void show(List<ParquetExport.Written> files) {
    PrintWriter out = spec.commandLine().getOut();
    for (ParquetExport.Written file : files) {
      out.println(file.path() + "  " + Figures.counted(file.rows(), "row"));
    }
    out.flush();
  }
}
