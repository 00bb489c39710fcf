package dev.goodput.benchmark.client;

import dev.goodput.simulator.truth.TruthOptions;
import dev.goodput.simulator.truth.TruthServer;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// What 10,000 streams at once take in memory.
record ManyStreams(Client client, PrintStream out) {
  private static final int STREAMS = 10_000;
  private static final TruthOptions SERVER =
      TruthOptions.of(2_000_000_000L, 500_000_000, 24).withKeepLog(false);

  /// Two answers of 24 tokens for each stream.
  void measure(int repeats) throws IOException, InterruptedException {
    for (int i = 0; i < repeats; i++) {
      try (TruthServer server = TruthServer.start(SERVER)) {
        Client.Run run =
            client.bench(
                server.url(),
                List.of(
                    "--concurrency", Integer.toString(STREAMS),
                    "--requests", Integer.toString(2 * STREAMS),
                    "--output-tokens", "24"));
        out.printf("%,d ok: %s%n", run.level().totals().ok(), ClientBenchmark.words(run));
      }
    }
  }
}
