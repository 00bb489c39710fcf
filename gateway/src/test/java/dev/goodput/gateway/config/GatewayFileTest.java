package dev.goodput.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.goodput.gateway.plan.AlertsPlan;
import dev.goodput.gateway.plan.AlertsPlan.Receiver;
import dev.goodput.gateway.plan.AlertsPlan.Severity;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.IdentityPlan.SessionKey;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.LogPlan.AlwaysStored;
import dev.goodput.gateway.plan.Routing.Route;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.TelemetryPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayFileTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("VLLM_KEY", "sk-vllm", "ADMIN_TOKEN", "t0ken", "EMPTY", " ", "POD", "gw-0");

  static final String WHOLE =
      """
      listen: :9100
      admin:
        listen: 0.0.0.0:9101
        token: ${ADMIN_TOKEN}
      upstreams:
        - name: big
          url: https://big.example/llm/v1
          http: 2
          keep-host: true
          insecure: true
          api-key: ${VLLM_KEY}
          headers:
            x-team: red
            x-trace: "of ${VLLM_KEY}"
          metrics: [http://big.example:9400, http://big.example/engine]
          power: ["http://gpus.example:9400", rapl]
          cost-per-hour: 3.50EUR
        - url: http://small:8000
      routes:
        - name: embeddings
          path: /v1/embeddings
          upstream: small:8000
          slo: batch
        - name: night
          header: x-priority
          value: low
          model: qwen*
          upstream: big
          slo: p99 ttft<=5s
      default: {upstream: big}
      slo: talk
      slo-classes:
        talk: p95 ttft<=200ms, tpot<=50ms
        code: code-completion
      attainment: 99%
      tenants:
        header: x-tenant
        keys:
          - name: acme
            sha256: 9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08
        digests: false
      session:
        body: metadata.session_id
      prices:
        - model: qwen*
          input: 0.2
          output: 0.6
          currency: EUR
      limits:
        max-connections: 100
        max-in-flight: 50
        max-header-bytes: 32KiB
        max-body-bytes: 1MiB
      timeouts:
        connect: 500ms
        upstream-first-byte: 2m
        keep-alive-idle: none
        drain: 10s
      retries:
        attempts: 3
        on: [connect, 503]
      log:
        dir: /var/lib/goodput
        share: 5%
        rotate-size: 64MiB
        rotate-every: 30m
        cap: 1GiB
        always: [slow, failed]
      capture:
        file: traffic.jsonl
        cap: 10MiB
      alerts:
        page-within: 10m
        receivers:
          - {type: slack, url: "https://hooks.example/${VLLM_KEY}", severities: [page]}
          - {type: stdout}
      otlp:
        endpoint: http://collector:4318
        every: 30s
        metrics: false
        histograms: exponential
        traces: 0.1
        resource: {deployment.environment.name: staging, service.instance.id: "of ${POD}"}
      telemetry:
        url: "kafka://k1,[::1]:9093/events"
        settings: kafka.properties
        partials: true
        spill: spill.bin
        spill-size: 64MiB
      labels: {values: 6, series: 7}
      pace: 10
      """;

  private static GatewayPlan read(String yaml) {
    return GatewayFile.parse("gateway.yaml", yaml, ENVIRONMENT);
  }

  @Test
  void readsEveryKey() {
    GatewayPlan plan = read(WHOLE);

    assertThat(plan.listen().shown()).isEqualTo("0.0.0.0:9100");
    assertThat(plan.admin().token()).isNotNull();
    Upstream big = plan.upstream("big");
    assertThat(big.pathPrefix()).isEqualTo("/llm");
    assertThat(big.http().word()).isEqualTo("2");
    assertThat(big.keepHost()).isTrue();
    assertThat(big.tls().insecure()).isTrue();
    assertThat(big.headers())
        .extracting(each -> each.header().name() + "=" + each.header().value() + each.secret())
        .containsExactly(
            "x-team=redfalse", "x-trace=of sk-vllmtrue", "authorization=Bearer sk-vllmtrue");
    assertThat(big.metrics())
        .extracting(page -> page.url().toString())
        .containsExactly("http://big.example:9400/metrics", "http://big.example/engine");
    assertThat(big.power().shown()).containsExactly("http://gpus.example:9400/metrics", "rapl");
    assertThat(String.valueOf(big.hourlyCost())).contains("3.5", "EUR");
    assertThat(plan.upstreams().getLast().name()).isEqualTo("small:8000");
    assertThat(plan.routing().routes())
        .extracting(Route::name, Route::upstream, Route::sloClass)
        .containsExactly(
            tuple("embeddings", "small:8000", "batch"),
            tuple("night", "big", "night"),
            tuple("default", "big", "talk"));
    assertThat(plan.routing().sloClasses())
        .extracting(SloClass::name)
        .containsExactly("talk", "code", "batch", "night");
    assertThat(plan.accounting().attainmentTarget()).isEqualTo(0.99);
  }

  @Test
  void readsWhoAsksAndWhatIsKept() {
    GatewayPlan plan = read(WHOLE);

    assertThat(plan.identity().tenants().keys().getFirst().sha256()).startsWith("9f86d0");
    assertThat(plan.identity().tenants().digests()).isFalse();
    assertThat(plan.identity().session())
        .isEqualTo(new SessionKey(SessionKey.Location.BODY, "metadata.session_id"));
    assertThat(plan.accounting().prices().getFirst().perMillion())
        .as("others cost as much as these")
        .isEqualTo(Map.of(Kind.INPUT, 0.2, Kind.OUTPUT, 0.6));
    assertThat(plan.protection().limits().maxHeaderBytes()).isEqualTo(32 << 10);
    assertThat(plan.protection().timeouts().keepAliveIdleNanos()).isZero();
    assertThat(plan.protection().timeouts().firstByteNanos()).isEqualTo(120_000_000_000L);
    assertThat(plan.protection().retries().on503()).isTrue();
    assertThat(plan.storage().log())
        .isEqualTo(
            new LogPlan(
                Path.of("/var/lib/goodput"),
                0.05,
                64L << 20,
                1_800_000_000_000L,
                1L << 30,
                Set.of(AlwaysStored.FAILED, AlwaysStored.SLOW)));
    assertThat(String.valueOf(plan.storage().capture()))
        .isEqualTo("CapturePlan[file=traffic.jsonl, capBytes=10485760, numbered=true]");
    assertThat(String.valueOf(plan.accounting().otlp()))
        .contains("collector:4318", "everyNanos=30000000000", "metrics=false", "traceShare=0.1")
        .contains("histograms=EXPONENTIAL")
        .contains("{deployment.environment.name=staging, service.instance.id=of gw-0}");
    assertThat(plan.accounting().telemetry())
        .isEqualTo(
            new TelemetryPlan(
                "k1:9092,[::1]:9093",
                "events",
                Path.of("kafka.properties"),
                true,
                Path.of("spill.bin"),
                64 << 20));
    assertThat(plan.accounting().labels().series()).isEqualTo(7);
    assertThat(plan.accounting().paceTps()).isEqualTo(10);
  }

  @Test
  void aUrlAloneIsThePlanOfTheCommandLine() {
    assertThat(read("upstreams: [{url: 'http://vllm:8000'}]"))
        .isEqualTo(
            GatewayPlan.simple(Upstream.of("vllm:8000", "http://vllm:8000"), SloClass.of("chat")));
  }

  @Test
  void readsAlertsAndTheirReceivers() {
    AlertsPlan alerts = Objects.requireNonNull(read(WHOLE).accounting().alerts());
    assertThat(alerts.pageWithinNanos()).isEqualTo(600_000_000_000L);
    assertThat(alerts.repeatNanos()).isEqualTo(4 * 3_600_000_000_000L);
    Receiver slack = alerts.receivers().getFirst();
    assertThat(slack.name()).isEqualTo("slack");
    assertThat(slack.severities()).containsExactly(Severity.PAGE);
    assertThat(slack.address().url()).hasToString("https://hooks.example/sk-vllm");
    assertThat(alerts.receivers().getLast()).isEqualTo(Receiver.STDOUT);
    assertThat(alerts.toString()).doesNotContain("sk-vllm");
  }

  @Test
  void whatIsShownOfAPlanHasNoSecretAndReadsBackAsThePlan() {
    String shown = GatewayFile.show(read(WHOLE));
    assertThat(shown).contains("(secret)").doesNotContain("sk-vllm").doesNotContain("t0ken");

    String open =
        WHOLE
            .replace("token: ${ADMIN_TOKEN}", "open: true")
            .replace("api-key: ${VLLM_KEY}", "")
            .replace("of ${VLLM_KEY}", "of red")
            .replaceAll(".*hooks.example.*\\n", "");
    GatewayPlan plan = read(open);
    assertThat(read(GatewayFile.show(plan))).isEqualTo(plan);
    GatewayPlan least = read("upstreams: [{url: 'http://vllm:8000'}]\nslo: batch\n");
    assertThat(read(GatewayFile.show(least))).isEqualTo(least);
  }

  @Test
  void aSecretMayStandInAFile(@TempDir Path directory) throws IOException {
    Path key = Files.writeString(directory.resolve("key"), "sk-file\n");
    GatewayPlan plan = read("upstreams: [{url: 'http://a', api-key: 'file:" + key + "'}]");
    Header header = plan.upstreams().getFirst().headers().getFirst().header();
    assertThat(header.value()).isEqualTo("Bearer sk-file");

    assertThatThrownBy(() -> read("upstreams: [{url: 'http://a', api-key: 'file:/none'}]"))
        .hasMessage(
            "gateway.yaml:1:40: upstreams[0].api-key names /none, which cannot be read: no such"
                + " file");
  }

  @Test
  void saysWhereAFileIsNotUtf8(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("gateway.yaml");
    String text = "# Königin\nupstreams:\n  - {url: 'http://a', name: a} # für\n";
    byte[] latin1 = text.getBytes(StandardCharsets.ISO_8859_1);
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    Files.write(file, latin1);
    assertThatThrownBy(() -> GatewayFile.read(file, Map.of()))
        .isInstanceOf(BadSettingException.class)
        .hasMessage(file + ":1:4: is not UTF-8 from here on: save it as UTF-8");

    // The first line is valid: its umlaut is one character.
    System.arraycopy(latin1, latin1.length - 4, utf8, utf8.length - 5, 4);
    Files.write(file, utf8);
    assertThatThrownBy(() -> GatewayFile.read(file, Map.of()))
        .hasMessage(file + ":3:35: is not UTF-8 from here on: save it as UTF-8");

    Files.writeString(file, text);
    assertThat(GatewayFile.read(file, Map.of()).upstreams()).hasSize(1);
  }

  @Test
  void saysWhichFileCannotBeRead(@TempDir Path directory) {
    Path missing = directory.resolve("gateway.yaml");
    assertThatThrownBy(() -> GatewayFile.read(missing, Map.of()))
        .isInstanceOf(BadSettingException.class)
        .hasMessage("cannot read " + missing + ": no such file");
  }

  @Test
  void readsAPriceListAndPrefersItsOwnPrices(@TempDir Path directory) throws IOException {
    Path list =
        Files.writeString(
            directory.resolve("prices.yaml"),
            """
            {currency: USD, source: a page, date: 2026-11-27, models: [
              {model: a, input: 3, output: 15, cache-write-5m: 3.75, input-includes-cached: false},
              {model: b, input: 1, output: 2}]}
            """);
    GatewayPlan plan =
        read(
            "upstreams: [{url: 'http://vllm:8000'}]\nprice-list: "
                + list
                + "\nprices: [{model: b, input: 7, output: 8}]\n");
    ModelPrice own = plan.accounting().prices().getFirst();
    ModelPrice listed = plan.accounting().prices().getLast();
    assertThat(plan.accounting().prices()).hasSize(2);
    assertThat(own.perMillion().get(Kind.INPUT)).isEqualTo(7);
    assertThat(listed).isEqualTo(PriceFile.read(list).models().get("a"));
    assertThat(read(GatewayFile.show(plan))).as("the list is shown as prices").isEqualTo(plan);
    assertThatThrownBy(() -> read("upstreams: [{url: 'http://vllm:8000'}]\nprice-list: none\n"))
        .hasMessageContaining("none");
  }
}
