package dev.goodput.app.bench;

import dev.goodput.app.run.OutputFiles;
import dev.goodput.record.RunDirectory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What is left behind.
public final class OutputOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "run directory (default: runs/TIME-WORKLOAD)")
  @Nullable Path out;

  @Option(names = "--json", description = "the result document on standard output")
  boolean json;

  @Option(names = "--quiet", description = "nothing on the terminal but errors")
  boolean quiet;

  @Option(names = "--junit", paramLabel = "FILE", description = "JUnit XML for CI")
  @Nullable Path junit;

  @Option(names = "--summary-md", paramLabel = "FILE", description = "Markdown summary for CI")
  @Nullable Path summaryMd;

  /// The files that a finished run leaves in its directory and elsewhere.
  OutputFiles files(RunDirectory directory) {
    return OutputFiles.beside(directory.path()).withJunit(junit).withSummaryMd(summaryMd);
  }
}
