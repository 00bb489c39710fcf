package dev.goodput.fleet;

import java.io.IOException;
import java.util.Arrays;

/// The entry point of the processes that `goodput-fleet up` starts. They end with their standard
/// input, however their parent ends.
final class Leashed {
  /// The first argument of a broker.
  static final String BROKER = "broker";

  private Leashed() {}

  /// Runs a broker, or a command of [Fleet].
  public static void main(String[] args) throws IOException {
    Thread watch = new Thread(Leashed::awaitEnd, "goodput-leash");
    watch.setDaemon(true);
    watch.start();
    if (args[0].equals(BROKER)) {
      LocalBroker.main(Arrays.copyOfRange(args, 1, args.length));
    } else {
      Fleet.main(args);
    }
  }

  private static void awaitEnd() {
    try {
      while (System.in.read() >= 0) {
        // No data is ever sent; only the end of the input counts.
      }
    } catch (IOException e) {
      // A broken pipe also means that the parent has ended.
      Runtime.getRuntime().halt(0);
    }
    Runtime.getRuntime().halt(0);
  }
}
