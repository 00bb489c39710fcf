package dev.goodput.fleet;

import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.SystemReason;
import dev.goodput.telemetry.metric.RemoteWriteSeries;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;
import org.xerial.snappy.Snappy;

/// A sender of the counters to a receiver of Prometheus remote write, every 15 s. Counters hold
/// everything since their start, so what one attempt could not send is in the next one.
final class RemoteWrite implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(15);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int SUCCESSES = 2;
  private static final int HUNDRED = 100;
  private static final int MAX_REASON = 200;
  private static final int MAX_PORT = 65_535;

  private final URI url;
  private final String authorization;
  private final Map<String, String> labels;
  private final Consumer<String> print;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private boolean failed;

  /// @param url where the receiver is
  /// @param authorization the header `Authorization`; empty for none
  /// @param labels labels of every series
  /// @param print takes a line when sending begins to fail, and when it works again
  /// @throws FleetException another URL than one of HTTP without user and password, or a header
  ///   with control characters
  RemoteWrite(
      String url, String authorization, Map<String, String> labels, Consumer<String> print) {
    this.url = checked(url);
    this.authorization = visible(authorization.strip());
    this.labels = labels;
    this.print = print;
  }

  private static URI checked(String url) {
    if (url.matches("https?://[^@\\s]+")) {
      URI read;
      try {
        read = URI.create(url);
      } catch (IllegalArgumentException e) {
        throw new FleetException("--remote-write: " + e.getMessage(), e);
      }
      if (read.getHost() == null || read.getPort() > MAX_PORT) {
        throw new FleetException(
            "--remote-write must have a host name of letters, digits, \"-\" and \".\", and a port"
                + " of at most "
                + MAX_PORT);
      }
      return read;
    }
    throw new FleetException(
        "--remote-write must be a URL such as http://prometheus:9090/api/v1/write; user and"
            + " password belong in the environment variable "
            + LiveCommand.AUTHORIZATION);
  }

  /// The library's exception for such a header contains it.
  private static String visible(String authorization) {
    if (authorization.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new FleetException(
          "the environment variable %s must be one line of visible characters"
              .formatted(LiveCommand.AUTHORIZATION));
    }
    return authorization;
  }

  /// Sends every 15 s until the thread is interrupted.
  void run(LiveResults results, InstantSource clock) {
    try {
      while (true) {
        Thread.sleep(EVERY);
        if (results.isComplete()) {
          send(results.counters().snapshot(), clock.millis());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Sends all series once.
  ///
  /// @param millis the time of the samples, in milliseconds since 1970
  void send(TrafficSnapshot snapshot, long millis) throws InterruptedException {
    try {
      for (byte[] message : RemoteWriteSeries.of(snapshot, labels, millis)) {
        HttpResponse<String> response =
            client.send(request(message), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() / HUNDRED != SUCCESSES) {
          String reason = response.body().lines().findFirst().orElse("");
          fails(
              "status %d %s"
                  .formatted(
                      response.statusCode(),
                      reason.substring(0, Math.min(MAX_REASON, reason.length()))));
          return;
        }
      }
      if (failed) {
        print.accept("remote write to " + url.getHost() + " works again");
      }
      failed = false;
    } catch (IOException e) {
      fails(SystemReason.of(e));
    }
  }

  private void fails(String reason) {
    if (!failed) {
      print.accept(
          "remote write to %s failed: %s; it is tried again every %d s"
              .formatted(url.getHost(), reason.strip(), EVERY.toSeconds()));
    }
    failed = true;
  }

  private HttpRequest request(byte[] message) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/x-protobuf")
            .header("Content-Encoding", "snappy")
            .header("X-Prometheus-Remote-Write-Version", "0.1.0")
            .POST(HttpRequest.BodyPublishers.ofByteArray(Snappy.compress(message)));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return request.build();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
