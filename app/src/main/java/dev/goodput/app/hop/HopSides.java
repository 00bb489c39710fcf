package dev.goodput.app.hop;

import static dev.goodput.runner.Checks.positive;
import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.endpoint.TargetOptions;
import dev.goodput.lab.hop.HopRecord;
import dev.goodput.runner.AppException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The proxy and its upstream.
final class HopSides {
  /// The endpoints that our own server understands.
  private static final List<String> EMBEDDED_SPEAKS = List.of("chat", "completions");

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--via", paramLabel = "URL", description = "proxy to test")
  @Nullable String via;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--direct", paramLabel = "URL", description = "server behind the proxy")
  @Nullable String direct;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--embedded",
      paramLabel = "[HOST:]PORT",
      description =
          "serve streams at this address, instead of --direct; let the proxy forward to it, so "
              + "that every property can be tested (default host: 127.0.0.1)")
  @Nullable String embedded;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--most-added",
      paramLabel = "TIME",
      description =
          "largest delay that the proxy may add to the first token or to gaps (default: 20ms)")
  Duration maxAdded = Duration.ofMillis((long) HopRecord.DEFAULT_MAX_ADDED_MILLIS);

  /// Refuses what names no proxy, or two servers behind it.
  void check(TargetOptions both) {
    refuse(
        via == null,
        "which proxy? name it with --via URL, and the server behind it with --direct URL");
    refuse(
        direct == null && embedded == null,
        "which server is behind the proxy? name it with --direct URL, or start one with --embedded"
            + " PORT");
    refuse(
        direct != null && embedded != null,
        "--direct and --embedded both name the server behind the proxy: remove one");
    refuse(
        both.named() || !both.streams(),
        "hop requests streams from --via and --direct: remove --url, --profile, --virtual and"
            + " --no-stream");
    positive("--most-added", maxAdded);
    if (embedded != null) {
      var _ = embeddedPort();
      refuse(
          !EMBEDDED_SPEAKS.contains(both.endpoint()),
          "--embedded answers as %s do, and not as --endpoint %s: name a server that does with"
                  .formatted(String.join(" and ", EMBEDDED_SPEAKS), both.endpoint())
              + " --direct URL");
    }
  }

  /// Where our server listens.
  String embeddedHost() {
    String typed = String.valueOf(embedded);
    int colon = typed.lastIndexOf(':');
    return colon < 0 ? "127.0.0.1" : typed.substring(0, colon);
  }

  /// The same.
  int embeddedPort() {
    String typed = String.valueOf(embedded);
    String port = typed.substring(typed.lastIndexOf(':') + 1);
    try {
      int number = Integer.parseInt(port);
      if (number >= 1 && number <= 65_535) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw badPort(typed);
    }
    throw badPort(typed);
  }

  private static AppException.Usage badPort(String typed) {
    return new AppException.Usage(
        "--embedded needs a port, 1 to 65535, as in 9100 or 0.0.0.0:9100; found \"" + typed + "\"");
  }
}
