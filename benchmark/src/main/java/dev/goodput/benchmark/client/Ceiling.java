package dev.goodput.benchmark.client;

import dev.goodput.simulator.truth.TruthOptions;
import dev.goodput.simulator.truth.TruthServer;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// The highest rate of content events at which a client on one core is trusted; the server has
/// another core. Streams start one by one, with nearly even gaps, for 30 s.
record Ceiling(Client client, PrintStream out) {
  private static final int TOKENS = 125;

  /// 50,000 events/s with one event per write, 100,000 with four.
  void measure(int repeats) throws IOException, InterruptedException {
    for (int i = 0; i < repeats; i++) {
      once(1, 50_000);
      once(4, 100_000);
    }
  }

  private void once(int eventsPerWrite, int eventsPerSecond)
      throws IOException, InterruptedException {
    TruthOptions options =
        TruthOptions.of(200_000_000, 20_000_000, TOKENS)
            .withKeepLog(false)
            .withEventsPerWrite(eventsPerWrite);
    try (TruthServer server = TruthServer.start(options)) {
      Client.Run run =
          client.bench(
              server.url(),
              List.of(
                  "--arrivals", "gamma",
                  "--cv", "0.25",
                  "--rate", Integer.toString(eventsPerSecond / TOKENS),
                  "--output-tokens", Integer.toString(TOKENS),
                  "--duration", "30s"));
      out.printf("%d per write: %s%n", eventsPerWrite, ClientBenchmark.words(run));
    }
  }
}
