package dev.goodput.app.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import dev.goodput.record.RunDirectory;
import dev.goodput.runner.signals.OwnSignals;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineProfile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// One bench from the command line to the exit code, in this process, and what is there after it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
class BenchRunTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path directory = Path.of("");
  private int exit;

  @BeforeAll
  void playARecordingThatIsSilentForLong(@TempDir Path given) throws IOException {
    directory = given;
    Path recording = directory.resolve("recording.jsonl");
    Files.writeString(
        recording,
        """
        {"input_tokens": 5, "output_tokens": 2, "timestamp_ms": 0}
        {"input_tokens": 5, "output_tokens": 2, "timestamp_ms": 30000}
        """);
    EngineProfile fast = EngineProfile.named("b200", "llama-3.2-1b");
    try (SimulatorServer server =
        SimulatorServer.start(SimulatorOptions.of(fast), InstantSource.system())) {
      String[] line = {
        "bench",
        "--url",
        server.url(),
        "--workload",
        recording.toString(),
        "--arrivals",
        "trace",
        "--duration",
        "2s",
        "--out",
        directory.resolve("run").toString(),
        "--junit",
        junit().toString()
      };
      exit = Main.run(line, OutputStream.nullOutputStream(), new PrintStream(err, true, UTF_8));
    }
  }

  private Path junit() {
    return directory.resolve("bench.xml");
  }

  @Test
  void aSignalAfterTheReportDoesNotChangeHowTheProcessEnds() throws Exception {
    String message = err.toString(UTF_8);
    OwnSignals.raise("TERM");

    // A busy machine may make the client the bottleneck.
    assertThat(exit).as(message).isIn(0, 5);
    assertThat(Files.readString(junit()).contains("<failure")).isEqualTo(exit != 0);
    assertThat(junit()).content().doesNotContain("<error");
    assertThat(err.toString(UTF_8)).isEqualTo(message);
  }

  @Test
  void warnsBeforeTheRunAndInItsNotesAboutGapsInTheRecording() {
    String gap = "recording.jsonl as recorded: 1 arrival at once, the next at 30 s, after the 2 s";

    assertThat(err.toString(UTF_8)).contains(gap);
    assertThat(RunDirectory.open(directory.resolve("run")).manifest().values().toString())
        .contains(gap);
  }
}
