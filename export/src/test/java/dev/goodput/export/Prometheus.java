package dev.goodput.export;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A real Prometheus on this machine (Debian's package `prometheus`), in its own directory.
final class Prometheus implements AutoCloseable {
  /// Reports by name what is missing.
  static final String MISSING = "Prometheus is missing: no prometheus and promtool on the PATH";

  private final Process process;
  private final Path log;
  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  private Prometheus(Process process, Path log, int port) {
    this.process = process;
    this.log = log;
    this.port = port;
  }

  /// Returns whether one is installed; with `CI=true`, a missing one is a failure.
  static boolean installed() {
    boolean found = binary("prometheus").isPresent() && binary("promtool").isPresent();
    if (!found && "true".equals(System.getenv("CI"))) {
      throw new AssertionError(MISSING);
    }
    return found;
  }

  private static Optional<Path> binary(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Returns the complaints of `promtool check metrics` about a page; empty if there are none.
  static String check(byte[] page, Path folder) throws IOException, InterruptedException {
    Path file = Files.write(folder.resolve("page.txt"), page);
    Process promtool =
        new ProcessBuilder(binary("promtool").orElseThrow().toString(), "check", "metrics")
            .redirectInput(file.toFile())
            .redirectErrorStream(true)
            .start();
    String message = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = promtool.waitFor();
    return code == 0 ? message : "exit " + code + ": " + message;
  }

  /// Starts a server that scrapes a page every 200 ms.
  ///
  /// @param features values of `--enable-feature`, empty for none
  static Prometheus scraping(int pagePort, String features, Path folder) throws IOException {
    int port = free();
    Files.writeString(
        folder.resolve("prometheus.yml"),
        """
        global: {scrape_interval: 200ms, scrape_timeout: 200ms}
        scrape_configs:
          - job_name: goodput
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        """
            .formatted(pagePort));
    List<String> command = new ArrayList<>();
    command.add(binary("prometheus").orElseThrow().toString());
    command.add("--config.file=" + folder.resolve("prometheus.yml"));
    command.add("--storage.tsdb.path=" + folder.resolve("data"));
    command.add("--web.listen-address=127.0.0.1:" + port);
    if (!features.isEmpty()) {
      command.add("--enable-feature=" + features);
    }
    Path log = folder.resolve("prometheus.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new Prometheus(process, log, port);
  }

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /// Polls its API until the response contains a text.
  String once(String path, String holds) throws IOException, InterruptedException {
    String last = "";
    while (!last.contains(holds)) {
      if (!process.isAlive()) {
        throw new AssertionError("Prometheus ended: " + Files.readString(log));
      }
      last = requested(path);
    }
    return last;
  }

  /// Polls a query until it has a result.
  String query(String promql) throws IOException, InterruptedException {
    return once(
        "/api/v1/query?query=" + URLEncoder.encode(promql, StandardCharsets.UTF_8), "\"value\"");
  }

  private String requested(String path) throws InterruptedException {
    URI url = URI.create("http://127.0.0.1:" + port + path);
    try {
      return client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      // It is not listening yet.
      return "";
    }
  }

  /// Returns the only value of an API response.
  static double value(String answer) {
    String value = answer.replaceAll("(?s).*\"value\":\\[[^,]*,\"([^\"]*)\"\\].*", "$1");
    return Double.parseDouble(value);
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().orTimeout(20, TimeUnit.SECONDS).exceptionally(_ -> killed()).join();
  }

  private Process killed() {
    return process.destroyForcibly();
  }
}
