package dev.goodput.app.endpoint;

import dev.goodput.app.NextCommandRole;
import dev.goodput.load.Cancellation;
import dev.goodput.load.Retry;
import dev.goodput.record.Manifest;
import dev.goodput.runner.Checks;
import dev.goodput.runner.Secrets;
import dev.goodput.runner.endpoint.RequestSettings;
import dev.goodput.wire.client.Timeouts;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Request options and timeouts.
public final class RequestOptions {
  private static final Duration USUAL_STAY = Duration.ofSeconds(1);

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--ignore-eos",
      description = "generate exactly the requested number of output tokens")
  boolean ignoreEos;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--temperature",
      paramLabel = "X",
      description = "sampling temperature (default: the server's)")
  @Nullable Double temperature;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--extra-body",
      paramLabel = "JSON",
      description = "JSON object whose fields are added to every request body")
  @Nullable String extraBody;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "retries per failed request (default: 0)")
  long retries;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--connect-timeout",
      paramLabel = "TIME",
      description = "connect timeout; 0 for none (default: 10s)")
  Duration connectTimeout = Duration.ofSeconds(10);

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--first-token-timeout",
      paramLabel = "TIME",
      description = "timeout from sending to the first token (default: none)")
  Duration firstTokenTimeout = Duration.ZERO;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--idle-timeout",
      paramLabel = "TIME",
      description = "longest pause between tokens (default: 120s)")
  Duration idleTimeout = Duration.ofMinutes(2);

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "timeout of a whole request (default: 600s)")
  Duration timeout = Duration.ofMinutes(10);

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--drain-timeout",
      paramLabel = "TIME",
      description =
          "how long to wait for open requests after Ctrl-C or SIGTERM; 0 for no limit "
              + "(default: 20s)")
  Duration drainTimeout = Duration.ofSeconds(20);

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--cancel-share",
      paramLabel = "0..1",
      description = "share of requests that the client cancels on purpose (default: 0)")
  @Nullable Double cancelShare;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--cancel-after",
      paramLabel = "TIME",
      description = "time from sending a request to its cancellation (default: 1s)")
  @Nullable Duration cancelAfter;

  /// As usual, given up after a time, whatever it waits for then.
  public static RequestOptions within(Duration timeout) {
    RequestOptions options = new RequestOptions();
    options.timeout = timeout;
    options.idleTimeout = timeout;
    options.connectTimeout =
        timeout.compareTo(options.connectTimeout) < 0 ? timeout : options.connectTimeout;
    return options;
  }

  /// Returns how requests are sent.
  RequestSettings read() {
    return new RequestSettings(
        ignoreEos,
        temperature,
        extraBody,
        retry(Math.toIntExact(retries)),
        leave() && cancelShare != null
            ? new Cancellation(cancelShare, 0, stay().toNanos())
            : Cancellation.NONE,
        new Timeouts(
            connectTimeout.toNanos(),
            firstTokenTimeout.toNanos(),
            idleTimeout.toNanos(),
            timeout.toNanos()),
        drainTimeout.toNanos());
  }

  private static Retry retry(int further) {
    return further == 0
        ? Retry.OFF
        : new Retry(
            further + 1, Duration.ofMillis(500).toNanos(), Duration.ofSeconds(30).toNanos());
  }

  /// Adds the request options that affect the response; without secrets.
  Manifest addTo(Manifest manifest) {
    return manifest
        .with("ask.ignore_eos", String.valueOf(ignoreEos))
        .with("ask.temperature", temperature == null ? "the server's" : temperature.toString())
        .with("ask.extra_body", body())
        .with("ask.cancellation", leave() ? cancelShare + " after " + stay() : "none");
  }

  private String body() {
    return extraBody == null
        ? "none"
        : Secrets.command(List.of("--extra-body", extraBody)).getLast();
  }

  /// Sets the temperature to 0.
  ///
  /// @param option the option that needs it
  /// @throws dev.goodput.runner.AppException.Usage if another temperature is named
  public void temperatureZero(String option) {
    Checks.refuse(
        temperature != null && temperature != 0,
        option + " compares responses at temperature 0; remove --temperature " + temperature);
    Checks.refuse(
        extraBody != null && extraBody.contains("\"temperature\""),
        option + " sets the temperature to 0; remove \"temperature\" from --extra-body");
    temperature = 0.0;
  }

  /// Whether some users leave in the middle.
  boolean leave() {
    return cancelShare != null && cancelShare > 0;
  }

  /// How long they stay.
  Duration stay() {
    return cancelAfter == null ? USUAL_STAY : cancelAfter;
  }

  /// Fields that are added to each body, as typed; null for none.
  public @Nullable String extraBody() {
    return extraBody;
  }
}
