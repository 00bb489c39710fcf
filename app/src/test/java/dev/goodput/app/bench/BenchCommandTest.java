package dev.goodput.app.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.signals.OwnSignals;
import dev.goodput.runner.signals.Signals;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
final class BenchCommandTest {
  private final StringWriter message = new StringWriter();
  private final List<ExitCode> ended = new ArrayList<>();

  @TempDir private Path directory;

  private final List<Runnable> former = Stream.of("INT", "TERM", "HUP").map(Signals::keep).toList();

  @AfterEach
  void handSignalsBack() {
    former.forEach(Runnable::run);
  }

  @Test
  void jobFilesReportASignalBeforeTheCommandLineIsRead() throws Exception {
    Path junit = directory.resolve("bench.xml");
    Path summary = directory.resolve("bench.md");
    List<String> args =
        List.of(
            "bench",
            "--url",
            "http://127.0.0.1:9",
            "--junit=" + junit,
            "--summary-md",
            "" + summary);
    MeasurementCommand.handleSignals(args, new PrintWriter(message, true), ended::add);

    OwnSignals.raise("TERM");

    assertThat(ended).containsExactly(ExitCode.TERMINATED);
    assertThat(junit).content().contains("<error type=\"exit code 143\"");
    assertThat(summary).content().contains("nothing was measured");
    assertThat(message.toString()).contains("interrupted before the load started").hasLineCount(1);
  }
}
