package dev.goodput.benchmark.client;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.ClientHealth;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Measures `./goodput bench` from outside: `./mvnw -q -pl benchmark -am -DskipTests -Pclient
/// package -Dpart=cost -Drepeats=5`.
///
/// Parts: `cost`, CPU per content event in pairs with `wrk`; `ceiling`, the verdict at 50,000 and
/// 100,000 events per second; `streams`, memory with 10,000 streams.
public final class ClientBenchmark {
  private static final int SERVER_CORE = 0;

  private ClientBenchmark() {}

  /// Takes the directory of `./goodput`, the part, and how often.
  public static void main(String[] args) throws IOException, InterruptedException {
    Client client = new Client(Path.of(args[0], "goodput").toAbsolutePath().normalize());
    int repeats = Integer.parseInt(args[2]);
    client.prepare();
    PinnedCommand.pinThisProcess(SERVER_CORE);
    switch (args[1]) {
      case "cost" -> new StreamCost(client, System.out).measure(repeats);
      case "ceiling" -> new Ceiling(client, System.out).measure(repeats);
      case "streams" -> new ManyStreams(client, System.out).measure(repeats);
      default ->
          throw new IllegalArgumentException(
              "part " + args[1] + " is none of cost, ceiling, streams");
    }
  }

  /// A run in a line: its rate, what the client's verdict rests on, its memory.
  static String words(Client.Run run) {
    ClientHealth health = run.level().client();
    Double tps = run.level().rates().deliveredOutputTps();
    return "%s at %,.0f events/s, loop lag p99 %s, schedule lag p99 %s, %d MB"
        .formatted(
            health.verdict(),
            tps == null ? 0 : tps,
            p99(health.loopLagMs()),
            p99(health.scheduleLagMs()),
            run.cost().peakResidentBytes() / 1_000_000);
  }

  private static String p99(@Nullable Distribution lag) {
    Double value = lag == null ? null : lag.p99();
    return value == null ? "absent" : "%.2f ms".formatted(value);
  }
}
