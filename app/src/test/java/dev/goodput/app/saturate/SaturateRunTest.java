package dev.goodput.app.saturate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import dev.goodput.record.RunDirectory;
import dev.goodput.runner.signals.Signals;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineProfile;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Runs over HTTP, against an engine that handles two requests at once.
@Timeout(120)
@Isolated // noise of tests beside it decides where an engine saturates
class SaturateRunTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<Runnable> former = Stream.of("INT", "TERM", "HUP").map(Signals::keep).toList();

  @TempDir private Path directory;

  @AfterEach
  void handSignalsBack() {
    former.forEach(Runnable::run);
  }

  private int saturate(String url) {
    String[] line = {
      "saturate",
      "--url",
      url,
      "--input-tokens",
      "16",
      "--output-tokens",
      "32",
      "--slo",
      "e2el<=60s",
      "--to",
      "8",
      "--level-time",
      "5s",
      "--profiler",
      "engine",
      "--profiler-begin",
      "echo with $GOODPUT_LOAD of $GOODPUT_AXIS; exit 3",
      "--out",
      directory.resolve("run").toString()
    };
    return Main.run(line, OutputStream.nullOutputStream(), new PrintStream(err, true, UTF_8));
  }

  @Test
  void findsTheBatchLimitAndProfilesTheServerThere() throws Exception {
    EngineProfile engine = EngineProfile.named("b200", "llama-3.1-8b");
    EngineProfile two = engine.withLimits(engine.limits().withMaxNumSeqs(2));
    int exit;
    try (SimulatorServer server =
        SimulatorServer.start(SimulatorOptions.of(two), InstantSource.system())) {
      exit = saturate(server.url());
    }

    // A busy machine may make the client the bottleneck, whose levels are then not refined.
    assertThat(exit).as(err.toString(UTF_8)).isIn(0, 5);
    String notes = RunDirectory.open(directory.resolve("run")).manifest().values().toString();
    if (exit == 0) {
      assertThat(notes)
          .contains("did not take POST /start_profile", "a profiler's command failed with exit");
      assertThat(directory.resolve("run/profiler.log"))
          .content()
          .containsPattern("with \\d+ of concurrency");
    }
  }
}
