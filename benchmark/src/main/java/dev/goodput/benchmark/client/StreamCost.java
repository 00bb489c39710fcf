package dev.goodput.benchmark.client;

import dev.goodput.simulator.truth.TruthOptions;
import dev.goodput.simulator.truth.TruthServer;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// CPU per content event next to `wrk` on the same streams, in pairs: 1,000 streams of 50 events a
/// second, one event per read.
///
/// The client's cost is the difference between a long and a short run, which removes its start and
/// its warm-up but keeps reading the log and writing the reports. The cost of `wrk` is that of one
/// run with its start and its connects, which favours the client slightly. Every other pair starts
/// with the other program, as the host changes from minute to minute.
record StreamCost(Client client, PrintStream out) {
  private static final int STREAMS = 1000;
  private static final int TOKENS = 256;
  private static final int WRK_SECONDS = 20;
  private static final int SHORT_SECONDS = 10;
  private static final int LONG_SECONDS = 30;
  private static final double MICROS = 1e6;
  private static final TruthOptions SERVER =
      TruthOptions.of(200_000_000, 20_000_000, TOKENS).withKeepLog(false);

  /// Prints each pair and the median of their ratios.
  void measure(int pairs) throws IOException, InterruptedException {
    out.println("pair   wrk µs   goodput µs   ratio   client");
    List<Double> ratios = new ArrayList<>();
    for (int pair = 1; pair <= pairs; pair++) {
      boolean wrkFirst = pair % 2 == 1;
      double wrk = wrkFirst ? wrk() : 0;
      Product ours = product();
      wrk = wrkFirst ? wrk : wrk();
      ratios.add(ours.micros / wrk);
      out.printf(
          "%4d %8.2f %12.2f %7.2f   %s%n", pair, wrk, ours.micros, ours.micros / wrk, ours.run);
    }
    ratios.sort(null);
    out.printf(
        "median of %d pairs %.2f × wrk, from %.2f to %.2f%n",
        pairs, median(ratios), ratios.getFirst(), ratios.getLast());
  }

  /// The middle value of those in order; of an even number the mean of the two in the middle.
  static double median(List<Double> inOrder) {
    int count = inOrder.size();
    return (inOrder.get((count - 1) / 2) + inOrder.get(count / 2)) / 2;
  }

  private record Product(double micros, String run) {}

  private record Costly(Client.Run run, long events) {}

  private static double wrk() throws IOException, InterruptedException {
    try (TruthServer server = TruthServer.start(SERVER)) {
      PinnedCommand.Cost cost = Wrk.read(server.url(), STREAMS, TOKENS, WRK_SECONDS);
      return cost.cpuSeconds() / server.contentEvents() * MICROS;
    }
  }

  private Product product() throws IOException, InterruptedException {
    Costly brief = bench(SHORT_SECONDS);
    Costly full = bench(LONG_SECONDS);
    double seconds = full.run.cost().cpuSeconds() - brief.run.cost().cpuSeconds();
    return new Product(
        seconds / (full.events - brief.events) * MICROS, ClientBenchmark.words(full.run));
  }

  private Costly bench(int seconds) throws IOException, InterruptedException {
    try (TruthServer server = TruthServer.start(SERVER)) {
      Client.Run run =
          client.bench(
              server.url(),
              List.of(
                  "--concurrency", Integer.toString(STREAMS),
                  "--output-tokens", Integer.toString(TOKENS),
                  "--duration", seconds + "s"));
      return new Costly(run, server.contentEvents());
    }
  }
}
