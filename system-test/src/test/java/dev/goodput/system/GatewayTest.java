package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.http.SimulatorServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The gateway as a process: signals, a kill, a disk that is full.
@Tag("system")
@Tag("fault")
class GatewayTest {
  private static final long POLL_NANOS = 20_000_000;

  @TempDir private Path directory;
  private final List<Cli.Running> running = new ArrayList<>();
  private final List<SimulatorServer> engines = new ArrayList<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private int port;
  private int adminPort;

  @AfterEach
  void end() throws InterruptedException {
    client.close();
    for (Cli.Running each : running) {
      each.process().destroyForcibly().waitFor();
    }
    engines.forEach(SimulatorServer::close);
  }

  private void choosePorts() {
    try (ServerSocket one = new ServerSocket(0);
        ServerSocket other = new ServerSocket(0)) {
      port = one.getLocalPort();
      adminPort = other.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Cli.Running start(String... arguments) {
    Cli.Running begun = new Cli(directory).start(Map.of(), arguments);
    running.add(begun);
    return begun;
  }

  private Cli.Running gateway(String... more) {
    SimulatorServer engine = Cli.engine("h100", "llama-3.1-8b");
    engines.add(engine);
    choosePorts(); // after the engine has its own
    List<String> all = new ArrayList<>(List.of("gateway", "--upstream", engine.url()));
    all.addAll(List.of("--listen", "127.0.0.1:" + port, "--admin", ":" + adminPort));
    all.addAll(List.of(more));
    Cli.Running gateway = start(all.toArray(String[]::new));
    awaitReady(gateway);
    return gateway;
  }

  private void awaitReady(Cli.Running gateway) {
    await(gateway, () -> page("readyz").startsWith("ready"));
  }

  private static void await(Cli.Running gateway, BooleanSupplier seen) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!seen.getAsBoolean()) {
      assertThat(gateway.process().isAlive()).as(gateway.errors()).isTrue();
      assertThat(System.nanoTime()).as("not seen in two minutes").isLessThan(end);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /// An admin page; empty where nobody answers.
  private String page(String name) {
    try {
      URI at = URI.create("http://127.0.0.1:" + adminPort + "/" + name);
      return client.send(HttpRequest.newBuilder(at).build(), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private HttpRequest question(int tokens) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/chat/completions"))
        .POST(
            HttpRequest.BodyPublishers.ofString(
                """
                {"model":"llama-3.1-8b","stream":true,"max_tokens":%d,
                 "messages":[{"role":"user","content":"tell me"}]}
                """
                    .formatted(tokens)))
        .build();
  }

  private String ask(int tokens) throws Exception {
    HttpResponse<String> answer = client.send(question(tokens), BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  private Path run() throws IOException {
    try (Stream<Path> runs = Files.list(directory.resolve("log"))) {
      return runs.findFirst().orElseThrow();
    }
  }

  /// Requests that were answered well, by what a command printed.
  private static long ok(Cli.Result result) {
    assertThat(result.out()).as(result.err()).contains("\"levels\"");
    JsonNode level = JsonMapper.shared().readTree(result.out()).get("levels").get(0);
    return level.get("requests").get("ok").asLong();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalLetsStreamsComeToTheirEnd(String signal, int exit) throws Exception {
    Cli.Running gateway = gateway("--log", "log");
    try (InputStream stream = client.send(question(300), BodyHandlers.ofInputStream()).body()) {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
      assertThat(lines.readLine()).startsWith("data: ");
      gateway.signal(signal);
      await(gateway, () -> page("readyz").equals("not ready: draining\n"));
      assertThat(lines.lines().toList()).contains("data: [DONE]");
    }
    Cli.Result result = Cli.ended(gateway);
    assertThat(result.exit()).as(result.err()).isEqualTo(exit);
    assertThat(result.err())
        .contains("draining 1 stream, press Ctrl-C again to stop now", "drained, ending");
    assertThat(new Cli(directory).run("report", run().toString(), "--json").out())
        .contains("\"requests\"");
  }

  @Test
  void aLogOfAGatewayThatWasKilledIsReadLikeAnyRun() throws Exception {
    Cli.Running gateway = gateway("--log", "log");
    for (int i = 0; i < 5; i++) {
      assertThat(ask(20)).contains("[DONE]");
    }
    Path log = run().resolve("records.log");
    await(gateway, () -> page("metrics").contains("slo_class=\"chat\""));
    // What came later is written later: then the five are there.
    long size = log.toFile().length();
    assertThat(ask(20)).contains("[DONE]");
    await(gateway, () -> log.toFile().length() > size + 200);
    gateway.process().destroyForcibly().waitFor();

    Cli cli = new Cli(directory);
    Cli.Result report = cli.run("report", run().toString(), "--json");
    assertThat(ok(report)).isBetween(5L, 6L);
    Cli.Result runs = cli.run("runs", "--root", "log");
    assertThat(runs.exit()).as(runs.err()).isZero();
    assertThat(runs.out()).contains(String.valueOf(run().getFileName()));
  }

  @Test
  void aCaptureIsAskedAgainOfASimulatedGpu() throws Exception {
    Cli.Running gateway = gateway("--capture", "traffic.jsonl");
    for (int i = 0; i < 5; i++) {
      assertThat(ask(20)).contains("[DONE]");
    }
    gateway.signal("TERM");
    assertThat(Cli.ended(gateway).exit()).isEqualTo(143);
    assertThat(Files.readString(directory.resolve("traffic.jsonl"))).doesNotContain("tell me");

    Cli.Result again =
        new Cli(directory)
            .run(
                "bench",
                "--workload",
                "traffic.jsonl",
                "--virtual",
                "--requests",
                "5",
                "--warmup",
                "0",
                "--json");
    assertThat(ok(again)).isEqualTo(5);
  }

  @Test
  void aDiskThatIsFullStopsTheFilesAndNotTheTraffic() throws Exception {
    Cli.Running gateway = gateway("--log", "log", "--capture", "traffic.jsonl");
    assertThat(ask(20)).contains("[DONE]");
    gateway.limitFiles(1);
    for (int i = 0; i < 20; i++) {
      assertThat(ask(20)).contains("[DONE]");
    }
    await(gateway, () -> page("live.json").contains("the capture stopped: "));
    await(gateway, () -> page("metrics").matches("(?s).*events_total\\{kind=\"keeping\"} [1-9].*"));
    assertThat(page("live.json")).containsPattern("the log stopped: |the log has holes");
    assertThat(page("live.json")).containsPattern("requests? not kept");
    assertThat(ask(20)).contains("[DONE]");
  }

  @Test
  void aDemoHasSomethingToShow() {
    choosePorts();
    Cli.Running gateway =
        start(
            "gateway",
            "--demo",
            "--listen",
            "127.0.0.1:" + port,
            "--admin",
            "127.0.0.1:" + adminPort);
    awaitReady(gateway);
    await(gateway, () -> page("metrics").contains("slo_class=\"chat\""));
    assertThat(page("")).startsWith("<!doctype html>");
    gateway.await(gateway.out(), "the live page");
    gateway.signal("INT");
    assertThat(Cli.ended(gateway).exit()).isEqualTo(130);
  }
}
