package dev.goodput.benchmark.gateway;

import dev.goodput.benchmark.client.PinnedCommand;
import dev.goodput.simulator.truth.TruthOptions;
import dev.goodput.simulator.truth.TruthServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Measures what a proxy between a client and its server costs: `./mvnw -q -pl benchmark -am
/// -DskipTests -Pgateway package -Dstreams=50,500,1000,9000 -Drepeats=3`.
///
/// Server and client share core 0, as both are this process; the gateway or nginx has core 1. The
/// gateway runs twice: measuring and judging, and in addition with a log and a capture of
/// everything.
public final class GatewayBenchmark {
  private static final int OUR_CORE = 0;
  private static final int FEW_STREAMS = 100;
  private static final long GAP_NANOS = 20_000_000;
  private static final long GAP_OF_MANY_NANOS = 50_000_000;

  /// Chunks that server and client on one core can make and take in a second.
  private static final long MAX_CHUNKS = 20_000;

  private static final long TTFT_NANOS = 50_000_000;
  private static final int WARM_SECONDS = 20;
  private static final int SECONDS = 12;
  private static final double MICROS = 1e6;

  private final Path launcher;
  private final PrintStream out;

  private GatewayBenchmark(Path launcher, PrintStream out) {
    this.launcher = launcher;
    this.out = out;
  }

  /// Takes the directory of `./goodput`, how many streams (several with commas), and how often.
  public static void main(String[] args) throws IOException, InterruptedException {
    Path launcher = Path.of(args[0], "goodput").toAbsolutePath().normalize();
    List<Integer> streams = Stream.of(args[1].split(",")).map(Integer::valueOf).toList();
    int repeats = Integer.parseInt(args[2]);
    PinnedCommand.run(Proxy.CORE, List.of(launcher.toString(), "--version"));
    PinnedCommand.pinThisProcess(OUR_CORE);
    GatewayBenchmark benchmark = new GatewayBenchmark(launcher, System.out);
    System.out.println(
        "streams way      CPU µs/chunk  delay p50 µs  p99 µs  gap p50 µs  p99 µs  TTFT p50 ms  p99"
            + " ms  MB   chunks");
    for (int i = 0; i < repeats; i++) {
      for (int each : streams) {
        benchmark.compare(each);
      }
    }
  }

  private void compare(int streams) throws IOException, InterruptedException {
    for (String way : List.of("direct", "nginx", "goodput", "kept")) {
      Path room = Files.createTempDirectory("goodput-benchmark");
      try (TruthServer server = TruthServer.start(server(streams));
          Proxy proxy = Proxy.start(way, launcher, server.url(), room)) {
        measure(streams, way, proxy);
      } finally {
        Proxy.delete(room);
      }
    }
  }

  private static TruthOptions server(int streams) {
    long many = Math.max(GAP_OF_MANY_NANOS, streams * 1_000_000_000L / MAX_CHUNKS);
    long gap = streams <= FEW_STREAMS ? GAP_NANOS : many;
    return TruthOptions.of(TTFT_NANOS, gap, StreamLoad.TOKENS).withKeepLog(false);
  }

  private void measure(int streams, String way, Proxy proxy)
      throws IOException, InterruptedException {
    try (StreamLoad load = StreamLoad.open(proxy.url())) {
      load.run(streams, WARM_SECONDS);
      double before = proxy.cpuSeconds();
      StreamLoad.Seen seen = load.run(streams, SECONDS);
      double cpu = proxy.cpuSeconds() - before;
      out.printf(
          "%7d %-8s %12.1f %13.0f %7.0f %11.0f %7.0f %12.3f %7.3f %3d %8d%n",
          streams,
          way,
          cpu / seen.delays().count() * MICROS,
          seen.delays().micros(0.5),
          seen.delays().micros(0.99),
          seen.gaps().micros(0.5),
          seen.gaps().micros(0.99),
          seen.firsts().micros(0.5) / 1e3,
          seen.firsts().micros(0.99) / 1e3,
          proxy.residentBytes() / 1_000_000,
          seen.delays().count());
    }
  }
}
