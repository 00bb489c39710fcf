package dev.goodput.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.wire.BadSettingException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks the errors about a bad configuration word for word: file, line, column, key, what is
/// allowed, what was found.
class GatewayFileErrorsTest {
  private static final String UP = "upstreams: [{url: 'http://a', name: a}]\n";

  private static Arguments says(String yaml, String expected) {
    return Arguments.of(yaml, "gateway.yaml:" + expected);
  }

  static Stream<Arguments> ofTheFile() {
    return Stream.of(
        says("", "1:1: is empty; the least it needs is upstreams: [{url: …}]"),
        says("- a\n", "1:1: must hold keys with values, found a list"),
        says("a\n", "1:1: must hold keys with values, found a text"),
        says(
            "upstreams:\n  - url: a: b\n",
            "2:11: is not valid YAML: mapping values are not allowed here"),
        says(
            "upstreams: [\n",
            "2:1: is not valid YAML: expected the node content, but found '<stream end>'"),
        says(
            "a:\n\t- b\n",
            "2:1: is not valid YAML: found character '\\t(TAB)' that cannot start any token"),
        says(UP + "pace: 5\npace: 6\n", "3:1: pace is here for the second time; first on line 2"),
        says("pace: &p 5\nlisten: *p\n", "2:9: aliases are not read; write the value out"),
        says(UP + "---\npace: 5\n", "3:1: a second document starts here; only one is read"),
        says(
            "pace: 5\n",
            "1:1: the file needs upstreams, the servers to forward to, like upstreams: [{url:"
                + " …}]"));
  }

  static Stream<Arguments> ofKeys() {
    return Stream.of(
        says(
            "upstrems: []\n",
            "1:1: there is no key upstrems; did you mean upstreams?; keys are listen, tls, admin,"
                + " upstreams, routes, default, slo, slo-classes, attainment, tenants, session,"
                + " prices, price-list, limits, timeouts, retries, log, capture, otlp, alerts,"
                + " telemetry, labels, pace"),
        says(
            UP + "retries:\n  atempts: 5\n",
            "3:3: there is no key retries.atempts; did you mean attempts?; its keys are attempts,"
                + " on"),
        says(
            "upstreams:\n  - {url: 'http://a', retry: 1}\n",
            "2:23: there is no key upstreams[0].retry; its keys are url, name, http, keep-host, ca,"
                + " certificate, key, insecure, api-key, headers, metrics, power, cost-per-hour"),
        says("upstreams: []\n", "1:12: upstreams must name at least one, found an empty list"),
        says("upstreams: http://a\n", "1:12: upstreams must be a list, found a text"),
        says(
            "upstreams: [http://a]\n",
            "1:13: upstreams[0] must hold keys with values (url, name, http, keep-host, ca,"
                + " certificate, key, insecure, api-key, headers, metrics, power, cost-per-hour),"
                + " found a text"),
        says(
            "upstreams: [{name: a}]\n",
            "1:13: upstreams[0].url is missing; write one like url: http://vllm:8000"),
        says(
            UP + "retries:\n",
            "2:9: retries must hold keys with values (attempts, on), found nothing"),
        says(UP + "slo:\n", "2:5: slo must be a text, found nothing"));
  }

  static Stream<Arguments> ofValues() {
    return Stream.of(
        says(
            "upstreams: [{url: 'ftp://a'}]\n",
            "1:19: upstreams[0].url \"ftp://a\": expected http or https. Example:"
                + " http://127.0.0.1:8000"),
        says(
            "upstreams: [{url: 'http:/a:8000'}]\n",
            "1:19: upstreams[0].url must start with http:// or https://"),
        says(
            "upstreams: [{url: '//a:8000'}]\n",
            "1:19: upstreams[0].url must start with http:// or https://"),
        says(
            "upstreams: [{url: 'http://a', http: 3}]\n",
            "1:37: upstreams[0].http must be auto, 1 or 2, found \"3\""),
        says(
            "upstreams: [{url: 'http://a', power: [meter.csv]}]\n",
            "1:38: upstreams[0].power is a list in which each source must be an http or https URL"
                + " of a metrics page, or rapl, found \"meter.csv\""),
        says(
            "upstreams: [{url: 'http://a', power: [rapl]}, {url: 'http://b', power: rapl}]\n",
            "1:72: upstreams[1].power names rapl, which upstreams[0] names already: its energy"
                + " would count twice"),
        says(
            UP + "telemetry: {url: 'http://b/t'}\n",
            "2:18: telemetry.url must be like kafka://broker:9092/topic, found \"http://b/t\""),
        says(
            UP + "otlp: {endpoint: 'http://c', histograms: exponentail}\n",
            "2:42: otlp.histograms must be explicit or exponential, found \"exponentail\""));
  }

  static Stream<Arguments> ofAlertsAndPrices() {
    return Stream.of(
        says(
            UP + "alerts: {receivers: [{type: slak}]}\n",
            "2:29: alerts.receivers[0].type must be webhook, slack or stdout, found \"slak\""),
        says(
            UP + "alerts: {receivers: [{type: slack}]}\n",
            "2:22: alerts.receivers[0].url is missing; write url: ${NAME} or url: file:PATH"),
        says(
            UP + "alerts: {receivers: [{type: slack, url: 'http://hook/T0geheim'}]}\n",
            "2:41: alerts.receivers[0].url is a secret and must not be in this file: use ${NAME}"
                + " for a variable of the environment, or file:PATH; found the value itself"),
        says(
            UP + "alerts: {page-within: 1h}\n",
            "2:23: alerts.page-within must be from 5m to 24m, found 1h"),
        says(
            UP + "alerts: {repeat: 10s}\n",
            "2:18: alerts.repeat must be at least 300s, found 10000ms"),
        says(
            UP + "attainment: 100%\nalerts: {repeat: 1h}\n",
            "2:13: attainment must be above 50% and below 100% for alerts, which need a budget of"
                + " bad requests; found 1.0"),
        says(
            "upstreams: [{url: 'http://a', keep-host: yes}]\n",
            "1:42: upstreams[0].keep-host must be true or false, found \"yes\""),
        says(
            "upstreams: [{url: 'http://a', cost-per-hour: cheap}]\n",
            "1:46: upstreams[0].cost-per-hour must be a price like 3.50 or 3.50EUR, found"
                + " \"cheap\""),
        says(
            "upstreams: [{url: 'http://a', name: a b}]\n",
            "1:37: upstreams[0].name must start with a letter or digit and hold up to 64 of"
                + " letters, digits and . _ - : /; found \"a b\""),
        says(UP + "pace: fast\n", "2:7: pace must be a number, found \"fast\""));
  }

  static Stream<Arguments> ofTimesAndSizes() {
    return Stream.of(
        says(
            UP + "timeouts: {connect: soon}\n",
            "2:21: timeouts.connect must be a time like 500ms, 30s, 2m, or none, found \"soon\""),
        says(
            UP + "timeouts: {drain: none}\n",
            "2:19: timeouts.drain must be a time like 500ms, 30s, 2m, found \"none\""),
        says(
            UP + "limits: {max-connections: 0}\n",
            "2:27: limits.max-connections must be at least 1, found 0"),
        says(
            UP + "limits: {max-connections: many}\n",
            "2:27: limits.max-connections must be a whole number, found \"many\""),
        says(
            UP + "limits: {max-body-bytes: 1GB}\n",
            "2:26: limits.max-body-bytes must be a size like 64KiB, 256MiB, 10GiB or a number of"
                + " bytes, found \"1GB\""),
        says(
            UP + "limits: {max-header-bytes: 1GiB}\n",
            "2:28: limits.max-header-bytes must be at most 1MiB, found 1073741824"),
        says(
            UP + "session: {header: a, body: b}\n",
            "2:10: session must be header or body, found both"),
        says(
            UP + "session: {body: a b}\n",
            "2:17: session.body must be a field like user or metadata.session, found \"a b\""));
  }

  static Stream<Arguments> ofRetriesAndPrices() {
    return Stream.of(
        says(
            UP + "retries: {attempts: 2, on: [conect]}\n",
            "2:28: retries.on must be of connect, 503, found \"conect\"; did you mean connect?"),
        says(
            UP + "retries: {attempts: 2}\n",
            "2:10: retries.on must name when to retry: connect, 503"),
        says(
            UP + "log: {dir: a, share: 5}\n",
            "2:22: log.share must be above 0 and at most 1, found 5.0"),
        says(
            UP + "log: {share: 5%}\n",
            "2:6: log.dir is missing; write one like dir: /var/lib/goodput"),
        says(
            UP + "log: {dir: a, always: [sloww]}\n",
            "2:23: log.always must be of failed, slow, found \"sloww\"; did you mean slow?"),
        says(
            UP + "log: {dir: a, text: true}\n",
            "2:15: there is no key log.text; its keys are dir, share, rotate-size, rotate-every,"
                + " cap, always"),
        says(
            UP + "prices: [{input: 1}]\n",
            "2:10: prices[0].output is missing; write one like output: 1.50"),
        says(
            UP + "prices: [{input: 1, output: 1}, {input: 1, output: 1}]\n",
            "2:9: prices names \"\" twice"));
  }

  static Stream<Arguments> ofNames() {
    return Stream.of(
        says(
            UP + "slo: p95 tfft<=200ms\n",
            "2:6: slo cannot be read: SLO \"p95 tfft<=200ms\": \"tfft\" at character 5 is not a"
                + " metric: did you mean ttft?"),
        says(
            UP + "slo-classes: {talk: chatt}\n",
            "2:21: slo-classes.talk cannot be read: no SLO preset \"chatt\"; did you mean chat?"
                + " Presets: chat, chat-short, code-completion, summarization, deep-research,"
                + " batch, realtime, mlperf-8b, mlperf-8b-interactive, mlperf-70b,"
                + " mlperf-70b-interactive, mlperf-405b, mlperf-405b-interactive; or an expression,"
                + " for example p95 ttft<=200ms, tpot<=50ms"),
        says(
            UP + "slo-classes: {talk: chat}\nslo: tlak\n",
            "3:6: slo is none of slo-classes: \"tlak\"; did you mean talk?"),
        says(
            UP + "default: {upstream: b}\n",
            "2:21: default.upstream must be one of a, found \"b\""),
        says(
            "upstreams: [{url: 'http://a', name: qwen}, {url: 'http://b', name: llama}]\n"
                + "routes: [{name: x, model: q*, upstream: qwenn}]\n",
            "2:41: routes[0].upstream must be one of qwen, llama, found \"qwenn\"; did you mean"
                + " qwen?"),
        says(
            "upstreams: [{url: 'http://a'}, {url: 'http://b'}]\n",
            "1:12: upstreams has several entries, and no route selects one; add routes or default"),
        says(
            "upstreams: [{url: 'http://a'}, {url: 'http://a'}]\ndefault: {upstream: a}\n",
            "1:38: upstreams[1].url makes \"a\" its name, which another has: give it one of its own"
                + " by name"),
        says(
            "upstreams: [{url: 'http://a'}, {url: 'http://b', name: a}]\ndefault: {upstream: a}\n",
            "1:56: upstreams[1].name must be a name of its own, found \"a\" again"),
        says(
            UP + "tls: {certificate: a.pem}\n",
            "2:6: tls.key is missing; write one like key: tls.key"));
  }

  static Stream<Arguments> ofRoutesAndAddresses() {
    return Stream.of(
        says(
            UP + "routes: [{name: x}]\n",
            "2:10: routes[0] takes every request: add path, model or header, or use default"),
        says(
            UP + "routes: [{name: x, path: v1}]\n",
            "2:26: routes[0].path must start with /, found \"v1\""),
        says(
            UP + "routes: [{name: x, path: /a}, {name: x, path: /b}]\n",
            "2:38: routes[1].name must be a name of its own, found \"x\" again"),
        says(
            UP + "listen: 9000x\n",
            "2:9: listen must look like :9000, 127.0.0.1:9000 or [::1]:9000, found \"9000x\""),
        says(
            UP + "admin: {listen: '0.0.0.0:9001'}\n",
            "2:17: admin.listen 0.0.0.0:9001 can be reached from other machines: set a token"
                + " (admin.token or --admin-token-file), or open it (admin.open or --admin-open) if"
                + " the network keeps others out, or listen on 127.0.0.1"),
        says(
            UP + "admin: {listen: ':9000'}\n",
            "2:17: admin.listen must be another port than listen's"),
        says(
            UP + "listen: ':9001'\n",
            "2:9: listen must be another port than admin.listen's, 9001 unless it is named"),
        says(
            UP + "admin: {listen: 'http://a'}\n",
            "2:17: admin.listen must look like :9000, 127.0.0.1:9000 or [::1]:9000, found"
                + " \"http://a\""),
        says(
            "upstreams: [{name: a, url: http://localhost:9000}]\n",
            "1:28: upstreams[0].url is where the gateway itself listens: one of the two needs"
                + " another port"),
        says(
            UP.replace("}]", "}, {url: 'http://0.0.0.0:80'}]")
                + "listen: ':80'\ndefault: {upstream: a}\n",
            "1:47: upstreams[1].url is where the gateway itself listens: one of the two needs"
                + " another port"));
  }

  static Stream<Arguments> ofCertificates() {
    return Stream.of(
        says(
            "upstreams: [{url: 'https://a', ca: /none.pem}]\n",
            "1:36: upstreams[0].ca must be a file in PEM: cannot read /none.pem: no such file"),
        says(
            "upstreams: [{url: 'https://a', ca: /dev/null}]\n",
            "1:36: upstreams[0].ca must be a file in PEM: /dev/null is empty; expected PEM"),
        says(
            "upstreams: [{url: 'https://a', ca: pom.xml}]\n",
            "1:36: upstreams[0].ca cannot be used: pom.xml holds no certificate in PEM"),
        says(
            "upstreams: [{url: 'https://a', certificate: pom.xml, key: pom.xml}]\n",
            "1:45: upstreams[0].certificate cannot be used: pom.xml and pom.xml hold no certificate"
                + " with its key in PEM (PKCS#8)"),
        says(
            "upstreams: [{url: 'https://a', key: pom.xml}]\n",
            "1:37: upstreams[0].key needs its certificate: certificate"),
        says(
            "upstreams: [{url: 'https://a', insecure: true, ca: pom.xml}]\n",
            "1:42: upstreams[0].insecure accepts any certificate, so ca has no effect; remove one"
                + " of them"),
        says(
            "upstreams: [{url: 'http://a', ca: pom.xml}]\n",
            "1:35: upstreams[0].ca is about TLS: it needs a url of https"),
        says(
            "upstreams: [{url: 'http://a', insecure: true}]\n",
            "1:41: upstreams[0].insecure is about TLS: it needs a url of https"),
        says(
            UP + "tls: {certificate: pom.xml, key: pom.xml}\n",
            "2:20: tls.certificate cannot be used: cannot use certificate pom.xml with key pom.xml:"
                + " expected both in PEM, the key in PKCS#8"),
        says(
            UP + "admin: {tls: {certificate: pom.xml, key: /none.key}}\n",
            "2:42: admin.tls.key must be a file in PEM: cannot read /none.key: no such file"),
        says(UP + "log: {dir: \"a\\0b\"}\n", "2:12: log.dir must be a path, found \"a\0b\""));
  }

  static Stream<Arguments> ofSecrets() {
    return Stream.of(
        says(
            UP + "otlp: {endpoint: 'http://c', resource: {team: 'file:/etc/hostname'}}\n",
            "2:47: otlp.resource.team is shown to everybody, so it must not hold a file's content"),
        says(UP + "admin: {token: ''}\n", "2:16: admin.token must be a text, found an empty text"),
        says(
            UP + "admin: {token: \"file:a\\0b\"}\n",
            "2:16: admin.token names a file by what is no path"),
        says(
            UP + "routes: [{name: x, header: Authorization, value: Bearer sk-geheim}]\n",
            "2:50: routes[0].value is a key, and a key must not be in the file: identify clients by"
                + " tenants, or by a header"),
        says(
            "upstreams: [{url: 'http://a', api-key: sk-geheim}]\n",
            "1:40: upstreams[0].api-key is a secret and must not be in this file: use ${NAME} for a"
                + " variable of the environment, or file:PATH; found the value itself"),
        says(
            "upstreams: [{url: 'http://a', headers: {x-api-key: sk-geheim}}]\n",
            "1:52: upstreams[0].headers.x-api-key is a secret and must not be in this file: use"
                + " ${NAME} for a variable of the environment, or file:PATH; found the value"
                + " itself"),
        says(
            "upstreams: [{url: 'http://a', api-key: '${NOWHERE}'}]\n",
            "1:40: upstreams[0].api-key names ${NOWHERE}, which the environment does not have"),
        says(
            "upstreams: [{url: 'http://u:geheim@a'}]\n",
            "1:19: upstreams[0].url must hold no password: a key of its own is sent as a header"),
        says(
            UP + "tenants: {keys: [{name: a, sha256: sk-geheim}]}\n",
            "2:36: tenants.keys[0].sha256 must be the SHA-256 of the key in 64 hexadecimal digits"
                + " (printf %s \"$KEY\" | sha256sum), found 9 characters"),
        says(
            "upstreams: [{url: 'http://a', headers: sk-geheim}]\n",
            "1:40: upstreams[0].headers must hold keys with values (NAME), found a text"));
  }

  @ParameterizedTest
  @MethodSource({
    "ofTheFile",
    "ofKeys",
    "ofValues",
    "ofAlertsAndPrices",
    "ofTimesAndSizes",
    "ofRetriesAndPrices",
    "ofNames",
    "ofRoutesAndAddresses",
    "ofCertificates",
    "ofSecrets"
  })
  void saysWhereWhatWasFoundAndWhatIsAllowed(String yaml, String line) {
    assertThatThrownBy(() -> GatewayFile.parse("gateway.yaml", yaml, Map.of()))
        .isInstanceOf(BadSettingException.class)
        .satisfies(e ->
            assertThat(e.getMessage()).isEqualTo(line).hasLineCount(1).doesNotContain("geheim"));
  }
}
