package dev.goodput.benchmark.client;

import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// `./goodput bench` on the client's core.
///
/// @param launcher the program
record Client(Path launcher) {
  /// The core that the client has alone.
  static final int CORE = 1;

  private static final int WARMUP_SECONDS = 8;
  private static final Set<Integer> JUDGED = Set.of(0, 5);

  /// Cost and result of a run.
  record Run(PinnedCommand.Cost cost, LevelResult level) {}

  /// Builds what is to be measured, where it is not built yet.
  void prepare() throws IOException, InterruptedException {
    PinnedCommand.run(CORE, List.of(launcher.toString(), "--version"));
  }

  /// Runs a bench with these options and reads its run directory.
  ///
  /// @throws IllegalStateException where the bench failed
  Run bench(String url, List<String> options) throws IOException, InterruptedException {
    Path temporary = Files.createTempDirectory("goodput-benchmark");
    try {
      Path dir = temporary.resolve("run");
      List<String> command = new ArrayList<>();
      command.addAll(List.of(launcher.toString(), "bench", "--url", url, "--model", "truth"));
      command.addAll(List.of("--workload", "synthetic", "--input-tokens", "16", "--quiet"));
      command.addAll(List.of("--warmup", WARMUP_SECONDS + "s", "--out", dir.toString()));
      command.addAll(options);
      PinnedCommand.Cost cost = PinnedCommand.run(CORE, command);
      if (!JUDGED.contains(cost.exitCode())) {
        throw new IllegalStateException(
            "exit code " + cost.exitCode() + " of " + String.join(" ", command));
      }
      Warmup warmup = new Warmup.Fixed(WARMUP_SECONDS * 1_000_000_000L);
      AnalysisOptions judged = AnalysisOptions.DEFAULTS.withWarmup(warmup);
      return new Run(cost, Analysis.analyse(RunDirectory.open(dir), judged).levels().getFirst());
    } finally {
      delete(temporary);
    }
  }

  private static void delete(Path dir) throws IOException {
    try (Stream<Path> paths = Files.walk(dir)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
