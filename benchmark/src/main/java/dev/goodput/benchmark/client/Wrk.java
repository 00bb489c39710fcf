package dev.goodput.benchmark.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `wrk` reading the same streams: what the sockets cost without looking at what comes.
final class Wrk {
  private Wrk() {}

  /// Reads for so long.
  ///
  /// @throws IllegalStateException where there is no `wrk`
  static PinnedCommand.Cost read(String url, int streams, int tokens, int seconds)
      throws IOException, InterruptedException {
    Path script = Files.createTempFile("goodput-benchmark", ".lua");
    try {
      Files.writeString(
          script,
          """
          wrk.method = "POST"
          wrk.path = "/v1/chat/completions"
          wrk.headers["Content-Type"] = "application/json"
          wrk.body = '{"model":"truth","stream":true,"max_tokens":%d,"messages":[{"role":"user","content":"go"}]}'
          """
              .formatted(tokens));
      PinnedCommand.Cost cost =
          PinnedCommand.run(
              Client.CORE,
              List.of(
                  "wrk",
                  "-t1",
                  "-c" + streams,
                  "-d" + seconds + "s",
                  "--timeout",
                  "60s",
                  "-s",
                  script.toString(),
                  url));
      if (cost.exitCode() != 0) {
        throw new IllegalStateException(
            "wrk ended with " + cost.exitCode() + "; it is Debian's package wrk");
      }
      return cost;
    } finally {
      Files.delete(script);
    }
  }
}
