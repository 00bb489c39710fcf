package dev.goodput.app.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.app.main.Main;
import dev.goodput.record.RunDirectory;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineProfile;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A bench over HTTP/2, from the command line to what it keeps.
class Http2BenchTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int bench(String url, Path directory) {
    List<String> line = new ArrayList<>(List.of("bench", "--url", url, "--http", "2"));
    line.addAll(List.of("--concurrency", "64", "--requests", "640", "--workload", "synthetic"));
    line.addAll(List.of("--input-tokens", "8", "--output-tokens", "4"));
    line.addAll(List.of("--out", directory.toString()));
    return Main.run(
        line.toArray(String[]::new),
        OutputStream.nullOutputStream(),
        new PrintStream(err, true, UTF_8));
  }

  @Test
  void sendsOverHttp2ToTheSimulatedEngineAndRecordsTheVersion(@TempDir Path directory)
      throws Exception {
    EngineProfile fast = EngineProfile.named("b200", "llama-3.2-1b");
    Path run = directory.resolve("run");
    try (SimulatorServer server =
        SimulatorServer.start(SimulatorOptions.of(fast), InstantSource.system())) {
      // A busy machine may make the client the bottleneck.
      assertThat(bench(server.url(), run)).as(err.toString(UTF_8)).isIn(0, 5);
    }
    assertThat(RunDirectory.open(run).manifest().text("target.http")).contains("2");
    assertThat(Files.readString(run.resolve("result.json"))).containsPattern("\"ok\" ?: ?640");
  }
}
