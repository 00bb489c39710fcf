package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.goodput.gateway.admin.AdminServer;
import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.SloClassResult;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.observe.ServiceObservation;
import dev.goodput.observe.ServiceObservation.Engine;
import dev.goodput.observe.ServiceObservation.Event;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.wire.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/// A running gateway with all its listeners, whose configuration file changes.
@Tag("system")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class LiveGatewayTest {
  /// Held alone by a test that looks at the threads of all exports in this JVM.
  private static final String COLLECTORS = "collectors";

  private static final ServiceInstance SELF =
      ServiceInstance.of("goodput-gateway", "0.1.0", "goodput gateway");
  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  @TempDir private Path directory;
  private final StubEngine a = new StubEngine("engine-a");
  private final StubEngine b = new StubEngine("engine-b");
  private final Queue<String> message = new ConcurrentLinkedQueue<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private PlanSource source = new PlanSource.OfFile(Path.of(""), Map.of());
  private RunningGateway gateway = new FakeRunning();
  private GatewayStatus.Holder status = starting();
  private GatewayLoop loop = loop();
  private @Nullable AdminServer admin;

  @BeforeEach
  void begin() throws Exception {
    source = new PlanSource.OfFile(directory.resolve("gateway.yaml"), Map.of());
    write(a, "");
    GatewayPlan plan = source.load();
    status = new GatewayStatus.Holder(GatewayStatus.starting(plan).in(GatewayStatus.Phase.SERVING));
    gateway = LiveGateway.start(plan, status, SELF, InstantSource.system(), message::add);
    loop = loop();
    GatewayAdminPages sources = new GatewayAdminPages(status, LiveGateway.page());
    sources.running(gateway);
    admin = AdminServer.start(plan.admin(), sources);
  }

  private static GatewayStatus.Holder starting() {
    GatewayPlan plan = GatewayPlan.simple(Upstream.of("a", "http://a"), SloClass.of("chat"));
    return new GatewayStatus.Holder(GatewayStatus.starting(plan));
  }

  @AfterEach
  void end() {
    if (admin != null) {
      admin.close();
    }
    gateway.close();
    client.close();
    a.close();
    b.close();
  }

  private GatewayLoop loop() {
    return new GatewayLoop(source, gateway, status, message::add, NanoClock.SYSTEM);
  }

  private void write(StubEngine engine, String more) throws IOException {
    write("url: \"" + engine.url() + "\"", more);
  }

  private void write(String upstream, String more) throws IOException {
    Files.writeString(
        directory.resolve("gateway.yaml"),
        """
        listen: 127.0.0.1:0
        admin: {listen: "127.0.0.1:0"}
        upstreams: [{name: engine, %s}]
        """
                .formatted(upstream)
            + more);
  }

  private void reload(StubEngine engine, String more) throws IOException {
    write(engine, more);
    reload();
  }

  private void reload() {
    message.clear();
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();
  }

  private <T> T ask(String question, BodyHandler<T> body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + gateway.port() + "/v1/chat/completions"))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"model\":\"m\",\"temperature\":0.5,\"stream\":true,\"thread\":\"t-"
                        + question.length()
                        + "\",\"messages\":[{\"role\":\"user\",\"content\":\""
                        + question
                        + "\"}]}"))
            .build();
    return client.send(request, body).body();
  }

  private String ask() throws Exception {
    return ask("hello", BodyHandlers.ofString());
  }

  private String page(String path) {
    AdminServer server = Objects.requireNonNull(admin);
    try {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(server.url()).resolve(path)).build(),
              BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private String metrics() {
    return page("/metrics");
  }

  private static void await(String what, BooleanSupplier seen) {
    long end = System.nanoTime() + TIMEOUT_NANOS;
    while (!seen.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      LockSupport.parkNanos(20_000_000);
    }
  }

  private static List<RequestRecord> records(Path parent) throws IOException {
    List<RequestRecord> records = new ArrayList<>();
    for (RunDirectory run : runs(parent)) {
      run.read(entry -> {
        if (entry instanceof RequestRecord record) {
          records.add(record);
        }
      });
    }
    return records;
  }

  private static boolean isKept(Path parent) {
    try {
      return !records(parent).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<RunDirectory> runs(Path parent) throws IOException {
    try (Stream<Path> runs = Files.list(parent)) {
      return runs.map(RunDirectory::open).toList();
    }
  }

  @Test
  void aStreamOutlivesTheFileItBeganBy() throws Exception {
    try (InputStream stream = ask(StubEngine.HOLD, BodyHandlers.ofInputStream())) {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
      assertThat(lines.readLine()).contains("engine-a");

      reload(b, "pace: 9\n");
      assertThat(message).anyMatch(line -> line.startsWith("took over upstreams, pace of "));
      assertThat(ask()).contains("engine-b");

      reload(a, "pace: fast\n");
      assertThat(message).singleElement().asString().contains("gateway.yaml:4:7: pace must be");
      assertThat(ask()).contains("engine-b");

      a.resume();
      assertThat(lines.lines().toList()).contains("data: [DONE]");
    }
  }

  @Test
  void figuresBeginAnewWhereTheyAreJudgedByOtherRules() throws Exception {
    assertThat(ask()).contains("engine-a");
    await("the request counts", () -> metrics().contains("slo_class=\"chat\""));
    reload(a, "slo: talk\nslo-classes: {talk: 'ttft<=5s'}\n");
    assertThat(message)
        .contains("figures restart, because requests are judged or priced by other rules");
    await("the old class is gone", () -> !metrics().contains("slo_class=\"chat\""));
    assertThat(ask()).contains("engine-a");
    await("the new class counts", () -> metrics().contains("slo_class=\"talk\""));
    await(
        "the page tells it",
        () -> page("/live.json").contains("took over routes, slo-classes of "));
    assertThat(page("/")).startsWith("<!doctype html>");
    assertThat(page("/readyz")).isEqualTo("ready\n");
  }

  @Test
  void figuresGoOnWhereAFileOnlyHasMoreNames() throws Exception {
    assertThat(ask()).contains("engine-a");
    await("the request counts", () -> gateway.health().requests() == 1);
    Files.writeString(
        directory.resolve("gateway.yaml"),
        """
        listen: 127.0.0.1:0
        admin: {listen: "127.0.0.1:0"}
        upstreams: [{name: engine, url: "%s"}, {name: other, url: "%s"}]
        routes: [{name: more, path: /more, upstream: other}]
        default: {upstream: engine}
        tenants: {keys: [{name: acme, sha256: %s}]}
        """
            .formatted(a.url(), b.url(), "0".repeat(64)));
    reload();
    assertThat(message)
        .singleElement()
        .asString()
        .startsWith("took over upstreams, routes, tenants");
    assertThat(ask()).contains("engine-a");
    await("both count", () -> gateway.health().requests() == 2);
  }

  @Test
  void aLogAndACaptureBeginMoveAndEndWithTheFile() throws Exception {
    Path first = directory.resolve("first");
    Path second = directory.resolve("second");
    Path traffic = directory.resolve("traffic.jsonl");
    reload(a, "log: {dir: '" + first + "'}\ncapture: {file: '" + traffic + "'}\n");
    assertThat(message).singleElement().asString().startsWith("took over log, capture of ");
    assertThat(ask()).contains("engine-a");
    try (InputStream under = ask(StubEngine.HOLD, BodyHandlers.ofInputStream())) {
      reload(a, "log: {dir: '" + second + "'}\ncapture: {file: '" + traffic + "', cap: 2MiB}\n");
      assertThat(ask()).contains("engine-a");
      a.resume();
      assertThat(under.readAllBytes()).asString().contains("[DONE]");
    }
    await("all are counted", () -> gateway.health().requests() == 3);
    reload(a, "");
    assertThat(records(first)).hasSize(2);
    assertThat(records(second)).hasSize(1);
    assertThat(Files.readAllLines(traffic)).hasSize(4);
  }

  @Test
  void aFileThatCannotBeWrittenChangesNothing() throws Exception {
    Path there = Files.writeString(directory.resolve("there.jsonl"), "");
    reload(b, "capture: {file: '" + there + "'}\n");
    assertThat(message)
        .singleElement()
        .asString()
        .startsWith("the configuration is refused, the one before stays in force: capture.file")
        .contains("there already");
    assertThat(ask()).contains("engine-a");

    reload(b, "log: {dir: '" + there + "'}\ncapture: {file: '" + there + "2'}\n");
    assertThat(message).singleElement().asString().contains("refused", "log.dir");
    assertThat(directory.resolve("there.jsonl2")).doesNotExist();
    assertThat(ask()).contains("engine-a");
  }

  @Test
  @ResourceLock(value = COLLECTORS, mode = ResourceAccessMode.READ)
  void aCollectorIsToldOnceTheFileNamesOne() throws Exception {
    reload(a, "otlp: {endpoint: '" + b.url() + "', every: 1s}\n");
    assertThat(ask()).contains("engine-a");
    assertThat(b.awaitPost("/v1/traces"))
        .contains("gen_ai.response.id", "answer-of-engine-a", "gen_ai.response.model", "m-1")
        .contains("gen_ai.request.temperature");
    b.awaitPost("/v1/metrics");
  }

  /// In protobuf a metric has a name (field 1), a description, a unit (3) and data: field 9 is a
  /// histogram with explicit bounds, field 10 an exponential histogram.
  @Test
  @ResourceLock(value = COLLECTORS, mode = ResourceAccessMode.READ)
  void aCollectorIsSentTheHistogramsThatTheFileAsksFor() throws Exception {
    reload(a, "otlp: {endpoint: '" + b.url() + "', every: 1s}\n");
    assertThat(ask()).contains("engine-a");
    assertThat(awaitMetric("goodput.ttft")).contains("\u001a\u0001sJ").doesNotContain("\u0001sR");

    reload(a, "otlp: {endpoint: '" + b.url() + "', every: 1s, histograms: exponential}\n");
    String reported = awaitMetric("goodput.ttft");
    while (reported.contains("\u001a\u0001sJ")) {
      reported = awaitMetric("goodput.ttft");
    }
    assertThat(reported).contains("\u001a\u0001sR");
  }

  private String awaitMetric(String name) throws Exception {
    String reported = b.awaitPost("/v1/metrics");
    while (!reported.contains(name)) {
      reported = b.awaitPost("/v1/metrics");
    }
    return reported;
  }

  /// A rejected file is tried again and again: whatever each attempt starts would pile up.
  @Test
  @ResourceLock(COLLECTORS)
  void aCollectorHearsNothingOfARefusedFile() throws Exception {
    Path there = Files.writeString(directory.resolve("there.jsonl"), "");
    String refused =
        "otlp: {endpoint: '" + b.url() + "', every: 1s}\ncapture: {file: '" + there + "'}\n";
    for (int tried = 0; tried < 3; tried++) {
      reload(a, refused);
      assertThat(message).singleElement().asString().contains("refused", "capture.file");
    }
    assertThat(ask()).contains("engine-a");
    assertThat(b.requested()).isZero();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("goodput-otlp"));
  }

  @Test
  void pagesOfAnUpstreamAreOneWholeAndGoWithThem() throws Exception {
    a.serve("vllm:num_requests_running 7\n");
    b.serve("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 50\n");
    write("url: '%s', metrics: ['%1$s', '%s']".formatted(a.url(), b.url()), "");
    reload();
    await(
        "both pages are told of at once",
        () -> enginesTell("running_requests 7", "gpu_utilization_ratio 0.5"));
    assertThat(page("/live.json")).contains(a.url() + "/metrics", b.url() + "/metrics");

    reload(a, "");
    await("nothing of them is known", () -> !metrics().contains("goodput_engine_"));
    assertThat(page("/live.json")).doesNotContain(b.url() + "/metrics");
  }

  @Test
  void aPageOfTheUpstreamsServerGetsItsKeyAndAnotherServersPageNever() throws Exception {
    a.needsKey("sk-own");
    a.serve("vllm:num_requests_running 7\n");
    b.serve("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 50\n");
    Path key = Files.writeString(directory.resolve("key"), "sk-own");
    write(
        "url: '%s', api-key: 'file:%s', metrics: ['%1$s', '%s']".formatted(a.url(), key, b.url()),
        "");
    reload();
    await(
        "both pages are read",
        () -> enginesTell("running_requests 7", "gpu_utilization_ratio 0.5"));
    assertThat(b.keysAtMetrics()).isNotEmpty().containsOnly("null");
  }

  @Test
  void aPageThatWasNeverReadIsReportedWithItsReason() throws Exception {
    a.needsKey("sk-own");
    write("url: '%s', metrics: ['%1$s']".formatted(a.url()), "");
    reload();
    await("a line", () -> message.stream().anyMatch(line -> line.contains("401: no key")));
    await("an event", () -> metrics().contains("kind=\"metrics_down\""));
    assertThat(message)
        .anyMatch(line -> line.contains("upstream engine: its page of metrics cannot"));
  }

  @Test
  void theLogHoldsWhatTheEnginesReportAndWhatHappensToThem() throws Exception {
    Path log = directory.resolve("log");
    a.needsKey("sk-own");
    a.serve("vllm:num_requests_running 7\nvllm:num_preemptions_total 40\n");
    write("url: '%s', metrics: ['%1$s']".formatted(a.url()), "log: {dir: '%s'}\n".formatted(log));
    reload();
    await("an event", () -> metrics().contains("kind=\"metrics_down\""));
    Path key = Files.writeString(directory.resolve("key"), "sk-own");
    write(
        "url: '%s', api-key: 'file:%s', metrics: ['%1$s']".formatted(a.url(), key),
        "log: {dir: '%s'}\n".formatted(log));
    reload();
    await("the page is read", () -> enginesTell("running_requests 7"));
    await("figures are stored", () -> observed(log).stream().anyMatch(Engine.class::isInstance));
    gateway.close();

    List<ServiceObservation> observed = observed(log);
    assertThat(observed)
        .filteredOn(Event.class::isInstance)
        .extracting(each -> ((Event) each).kind(), each -> ((Event) each).source())
        .contains(tuple("metrics_down", "engine"), tuple("configuration", "gateway"));
    assertThat(observed)
        .filteredOn(Engine.class::isInstance)
        .first()
        .satisfies(each -> {
          assertThat(((Engine) each).figures().upstream()).isEqualTo("engine");
          assertThat(((Engine) each).figures().value(EngineMetric.RUNNING)).isEqualTo(7);
          assertThat(((Engine) each).pages())
              .singleElement(STRING)
              .startsWith("http://127.0.0.1:")
              .endsWith("/metrics");
        });
  }

  private static List<ServiceObservation> observed(Path log) {
    List<ServiceObservation> observed = new ArrayList<>();
    try (Stream<Path> runs = Files.list(log)) {
      runs.sorted().forEach(run -> ServiceObservation.read(RunDirectory.open(run), observed::add));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return observed;
  }

  private boolean enginesTell(String... figures) {
    String reported = metrics().replace("{upstream=\"engine\"}", "");
    return Stream.of(figures).allMatch(figure -> reported.contains("goodput_engine_" + figure));
  }

  @Test
  void tellsEachFigureOfAnEngineByItsOwnName() throws Exception {
    a.serve(StubEngine.page(0, 0, 0, 0, 0));
    write("url: '%s', metrics: ['%1$s']".formatted(a.url()), "");
    reload();
    await("counts begin", () -> enginesTell("preemptions_total 0"));
    a.serve(StubEngine.page(3, 5, 700, 90, 40));
    String[] gauges = {"gpu_memory_used_bytes 2097152", "gpu_power_watts 350", "restarts_total 0"};
    await("gauges", () -> enginesTell(gauges));
    await(
        "what is put back", () -> enginesTell("preemptions_total 3", "recomputed_tokens_total 5"));
    await("what is generated", () -> enginesTell("generated_tokens_total 700"));
    await("what is looked for", () -> enginesTell("prefix_cache_looked_up_tokens_total 90"));
    await("what is found", () -> enginesTell("prefix_cache_hit_tokens_total 40"));
  }

  @Test
  void tellsWhetherAnUpstreamWasInReachTheLastTime() throws Exception {
    assertThat(page("/live.json")).doesNotContain("\"reachable\"");
    assertThat(ask()).contains("engine-a");
    await("it was in reach", () -> page("/live.json").contains("\"reachable\":true"));

    write("url: 'http://127.0.0.1:1'", "");
    reload();
    await(
        "it was not, before any request", () -> page("/live.json").contains("\"reachable\":false"));
    String why = "upstream engine is out of reach: connection refused";
    assertThat(page("/live.json")).contains("\"words\":\"connection refused\"", why);
    assertThat(gateway.health().problems()).containsExactly(why);
    assertThat(message).contains(why);
    await("it is an event", () -> page("/live.json").contains("\"kind\":\"upstream_down\""));

    write("url: 'http://no-such-host.invalid'", "");
    reload();
    assertThat(gateway.health().problems()).doesNotContain(why);
    await(
        "its name is unknown",
        () -> gateway.health().problems().toString().contains("unknown host"));
  }

  @Test
  void theLogIsJudgedByTheClassesThatTheFileNames() throws Exception {
    Path log = directory.resolve("log");
    reload(
        a,
        """
        routes: [{name: later, path: /v2, upstream: engine, slo: batch}]
        default: {upstream: engine, slo: talk}
        slo-classes: {talk: "p95 ttft<=60s"}
        log: {dir: '%s'}
        """
            .formatted(log));
    assertThat(ask()).contains("engine-a");
    await("it is kept", () -> isKept(log));
    reload(a, "");
    RunDirectory run = runs(log).getFirst();
    LevelResult level =
        Analysis.analyse(run, Judgement.of(run.manifest()).options()).levels().getFirst();
    assertThat(level.classes())
        .extracting(SloClassResult::name, SloClassResult::judged)
        .containsExactly(tuple("batch", 0L), tuple("talk", 1L));
  }

  @Test
  void aSessionIsTheFieldThatTheFileNames() throws Exception {
    Path log = directory.resolve("log");
    reload(a, "session: {body: thread}\nlog: {dir: '" + log + "'}\n");
    assertThat(ask()).contains("engine-a");
    await("it is counted", () -> gateway.health().requests() == 1);
    reload(a, "");
    assertThat(records(log))
        .singleElement()
        .satisfies(record -> {
          assertThat(record.passage()).isNotNull();
          assertThat(String.valueOf(record.passage())).contains("session=t-5");
        });
  }
}
