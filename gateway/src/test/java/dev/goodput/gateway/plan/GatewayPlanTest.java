package dev.goodput.gateway.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.wire.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayPlanTest {
  private static final Upstream VLLM = Upstream.of("vllm", "http://vllm:8000");
  private static final long SECOND = 1_000_000_000;
  private static final SloClass CHAT = SloClass.of("chat");
  private static final GatewayPlan SIMPLE = GatewayPlan.simple(VLLM, CHAT);

  @Test
  void oneUpstreamAndAnSloAreAPlan() {
    assertThat(SIMPLE.listen().shown()).isEqualTo("0.0.0.0:9000");
    assertThat(SIMPLE.admin().listen().shown()).isEqualTo("127.0.0.1:9001");
    assertThat(SIMPLE.routing().route("/v1/models", "", name -> null).orElseThrow().upstream())
        .isEqualTo("vllm");
    assertThat(SIMPLE.routing().sloClass("chat").slo().name()).isEqualTo("chat");
    assertThat(SIMPLE.protection().timeouts().connectNanos()).isEqualTo(900_000_000);
    assertThat(SIMPLE.protection().retries().attempts()).isEqualTo(1);
    assertThat(SIMPLE.routing().readsModels()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka://user:SECRET@broker/topic",
        "kafka://user:SEC/RET@broker/topic",
        "user:SECRET@broker/topic",
        "kafka://user:SECRET@broker:9092,user:SECRET@other/topic",
      })
  void quotesNoPasswordOfTelemetry(String url) {
    assertThatThrownBy(() -> TelemetryPlan.to(url))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("must be like kafka://broker:9092/topic, found \"")
        .hasMessageContaining("***@")
        .hasMessageNotContainingAny("SEC", "RET", "user");
  }

  @Test
  void saysWhichKeyIsWrongAndWhatIsAllowed() {
    Map<String, ThrowingCallable> wrong =
        Map.ofEntries(
            Map.entry(
                "attempts must be from 1 (no retry) to 10, found 11",
                () -> new ProtectionPlan.Retries(11, true, false)),
            Map.entry(
                "on must name when to retry: connect, 503",
                () -> new ProtectionPlan.Retries(2, false, false)),
            Map.entry(
                "share must be above 0 and at most 1, found 0.0",
                () -> new LogPlan(Path.of("log"), 0, 1 << 20, 1_000_000_000, 1 << 20, Set.of())),
            Map.entry(
                "rotate-size must be at least 1MiB, found 64KiB",
                () -> new LogPlan(Path.of("log"), 1, 1 << 16, SECOND, 1 << 20, Set.of())),
            Map.entry(
                "cap must be at least rotate-size, 3MiB, found 2097153",
                () -> new LogPlan(Path.of("log"), 1, 3 << 20, SECOND, (2 << 20) + 1, Set.of())),
            Map.entry(
                "rotate-every must be at least 1s, found 200ms",
                () -> new LogPlan(Path.of("log"), 1, 1 << 20, SECOND / 5, 1 << 20, Set.of())),
            Map.entry(
                "prices must have a currency of three capitals like USD, found \"$\"",
                () -> priced("$")),
            Map.entry(
                "model may have a * at its end only, found \"*-8b\"",
                () -> new Routing.RouteMatch("", "*-8b", "", "")),
            Map.entry(
                "path must start with /, found \"v1\"",
                () -> new Routing.RouteMatch("v1", "", "", "")),
            Map.entry(
                "body must be a field like user or metadata.session, found \"a b\"",
                () -> new IdentityPlan.SessionKey(IdentityPlan.SessionKey.Location.BODY, "a b")));
    refused(wrong);
  }

  @Test
  void saysWhichKeyOfWhomItAsksOrTellsIsWrong() {
    Map<String, ThrowingCallable> wrong =
        Map.ofEntries(
            Map.entry(
                "url \"ftp://a\": expected http or https. Example: http://127.0.0.1:8000",
                () -> Upstream.of("a", "ftp://a")),
            Map.entry(
                "url must have no query: each request brings its own",
                () -> Upstream.of("a", "http://a?key=b")),
            Map.entry(
                "pace must be above 0 and at most 1e6, found 0.0",
                () ->
                    new AccountingPlan(
                        List.of(), AccountingPlan.LabelLimits.DEFAULTS, 0, 0.95, null, null, null)),
            Map.entry(
                "headers.Host frames the request, which the gateway does; leave it out",
                () -> ExtraHeader.of("Host", "a", false)),
            Map.entry(
                "traces must be a share from 0 to 1, found 2.0",
                () ->
                    new OtlpPlan(
                        OtlpPlan.readEndpoint("a:4318"),
                        List.of(),
                        1_000_000_000,
                        true,
                        OtlpPlan.Histograms.EXPLICIT,
                        2,
                        new TreeMap<>())));
    refused(wrong);
  }

  private static void refused(Map<String, ThrowingCallable> wrong) {
    wrong.forEach((message, making) ->
        assertThatThrownBy(making).isInstanceOf(PlanException.class).hasMessage(message));
  }

  @Test
  void aDigestThatIsNoneIsNotQuotedAsItMayBeTheKey() {
    assertThatThrownBy(() -> new IdentityPlan.TenantKey("a", "sk-very-secret"))
        .hasMessageContaining("found 14 characters")
        .hasMessageNotContaining("secret");
  }

  @Test
  void namesThatAreNotThereOrStandTwiceAreRefused() {
    Routing.Route lost = new Routing.Route("r", Routing.RouteMatch.ANY, "nobody", "chat");
    assertThatThrownBy(() -> new Routing(List.of(lost, lost), List.of(CHAT)))
        .hasMessage("routes names \"r\" twice");
    assertThatThrownBy(() -> new Routing(List.of(lost), List.of()))
        .hasMessage("routes name the SLO class \"chat\", which does not exist");
    assertThatThrownBy(() ->
            new GatewayPlan(
                SIMPLE.listen(),
                SIMPLE.admin(),
                List.of(VLLM),
                new Routing(List.of(lost), List.of(CHAT)),
                SIMPLE.identity(),
                SIMPLE.protection(),
                SIMPLE.storage(),
                SIMPLE.accounting()))
        .hasMessage("routes name the upstream \"nobody\", which does not exist");
  }

  @Test
  void theAdminPageIsForOthersOnlyWithATokenOrByName() {
    Listener everywhere = new Listener("0.0.0.0", 9001, null);
    assertThatThrownBy(() -> new AdminPlan(everywhere, null, false))
        .hasMessageStartingWith("listen 0.0.0.0:9001 can be reached from other machines");
    assertThat(new AdminPlan(everywhere, null, true).open()).isTrue();
    assertThat(new AdminPlan(everywhere, Secret.of("t0ken", "a test"), false).toString())
        .doesNotContain("t0ken");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://vllm:8000",
        "http://[::1]:8000",
        "http://_dmz:8000",
        "http://internal-llm-eu-prod-frontend-loadbalancer-1234567890.eu-central-1.elb.example:80",
        "http://vllm-llama-3-70b-instruct.inference-production.svc.cluster.local:8000"
      })
  void everyHostHasANameThatAnUpstreamCanHave(String url) {
    URI read = Upstream.readUrl(url);
    Upstream upstream = Upstream.of(Upstream.nameOf(read), url);
    assertThat(upstream.name()).hasSizeLessThanOrEqualTo(64);
    assertThat(GatewayPlan.simple(upstream, SloClass.of("chat")).selfUpstream()).isEmpty();
  }

  /// A plan is made in steps: its first listen address may not be its last.
  @Test
  void tellsWhichUpstreamIsTheGatewayItself() {
    Upstream near = Upstream.of("near", "http://127.0.0.1:9000");
    GatewayPlan plan = GatewayPlan.simple(near, SloClass.of("chat"));
    assertThat(plan.selfUpstream()).contains(near);
    Upstream pages = Upstream.of("pages", "http://localhost:9001/");
    assertThat(GatewayPlan.simple(pages, SloClass.of("chat")).selfUpstream()).contains(pages);
    assertThat(plan.withAddresses(new Listener("0.0.0.0", 8080, null), plan.admin()).selfUpstream())
        .isEmpty();
  }

  @Test
  void hostsThatDifferAtTheirEndHaveNamesThatDiffer() {
    String long64 = "http://" + "a".repeat(60) + ".example";
    assertThat(Upstream.nameOf(URI.create(long64 + ":1")))
        .isNotEqualTo(Upstream.nameOf(URI.create(long64 + ":2")));
    assertThat(Upstream.nameOf(URI.create("http://[::1]:8000"))).isEqualTo("0::1:8000");
  }

  @Test
  void theClientsPathComesBehindThePrefixOfTheUrl() {
    assertThat(VLLM.pathPrefix()).isEmpty();
    assertThat(Upstream.of("a", "https://api.example/openai/v1/").pathPrefix())
        .isEqualTo("/openai");
    assertThat(Upstream.of("a", "http://a/llm/").pathPrefix()).isEqualTo("/llm");
  }

  private static AccountingPlan priced(String currency) {
    AccountingPlan usual = AccountingPlan.DEFAULTS;
    return new AccountingPlan(
        List.of(ModelPrice.of("", currency, Map.of(Kind.INPUT, 1.0, Kind.OUTPUT, 1.0))),
        usual.labels(),
        usual.paceTps(),
        usual.attainmentTarget(),
        null,
        null,
        null);
  }
}
