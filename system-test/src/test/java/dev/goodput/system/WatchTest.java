package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.http.SimulatorServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A watch that a signal ends.
@Tag("system")
class WatchTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalEndsItWithWhatThereIs(String signal, int exit) throws Exception {
    Cli cli = new Cli(directory);
    try (SimulatorServer server = Cli.engine("h100", "llama-3.1-8b")) {
      Cli.Running watch =
          cli.start(
              Map.of(), "watch", "--url", server.url(), "--every", "100ms", "--runs", "looks");
      watch.await(watch.out(), "met     ok");
      watch.signal(signal);
      Cli.Result result = Cli.ended(watch);

      assertThat(result.exit()).as(result.err()).isEqualTo(exit);
      assertThat(result.out()).contains("  answered    100 % of", "  load added  ");
      Cli.Result report = cli.run("report", run().toString(), "--json", "--quiet");
      assertThat(report.exit()).as(report.err()).isZero();
    }
  }

  @Test
  void aServerThatHangsHoldsNobodyAfterASecondSignal() throws Exception {
    try (StallingServer server = StallingServer.after(2)) {
      Cli.Running watch =
          new Cli(directory).start(Map.of(), "watch", "--url", server.url(), "--every", "100ms");
      server.awaitStall();
      watch.signal("INT");
      watch.signal("INT");
      Cli.Result result = Cli.ended(watch);
      assertThat(result.exit()).as(result.err()).isEqualTo(130);
    }
  }

  private Path run() throws Exception {
    try (Stream<Path> inside = Files.list(directory.resolve("looks"))) {
      return inside.findFirst().orElseThrow();
    }
  }
}
