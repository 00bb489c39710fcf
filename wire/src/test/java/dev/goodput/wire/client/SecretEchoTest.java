package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goodput.testing.RawServer;
import dev.goodput.wire.Header;
import dev.goodput.wire.PreflightException;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.dialect.Dialect;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Secrets that a server quotes from a request must not appear in messages.
final class SecretEchoTest {
  private static final String KEY = "sk-l1ve/Very+Secret0123456789";
  private static final String TOKEN = "t0ken-of-a-team-42";
  private static final String COOKIE = "c00kie-crumbs";
  private static final String QUERY = "qu3ry%2Bkey";
  private static final String BODY = "b0dy\\of\"keys";
  private static final String BODY_IN_JSON = "b0dy\\\\of\\\"keys";
  private static final List<String> SECRETS =
      List.of("b0dy", "Very+Secret", "Very%2BSecret", "sk-l1ve", TOKEN, COOKIE, "qu3ry");

  private static Endpoint endpoint(String url) {
    return new Endpoint(
        URI.create(url + "/v1?api-version=7&key=" + QUERY),
        Dialect.named("chat"),
        List.of(new Header("X-Team", TOKEN), new Header("Cookie", "session=" + COOKIE + "; a=b")),
        Secret.of(KEY, "test"),
        Tls.SYSTEM,
        false,
        List.of(BODY));
  }

  /// Returns everything that the server was sent, as one line.
  private static String echo(String request) {
    return request.replaceAll("\\s+", " ").replace("\"", "'");
  }

  private static String json(String request) {
    return "{\"error\":{\"message\":\"%s\",\"type\":\"x\"}}".formatted(echo(request));
  }

  private static String page(int status, String type, String body) {
    return "HTTP/1.1 %d No\r\nServer: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(status, KEY, type, body.length(), body);
  }

  static Stream<RawServer.Script> echoes() {
    return Stream.of(
        (line, request, _) -> line.json(401, json(request)),
        (line, _, _) -> line.json(400, "{\"detail\":\"no such team: " + BODY_IN_JSON + "\"}"),
        (line, _, _) -> line.print(page(400, "text/plain", "no such team: " + BODY_IN_JSON)),
        (line, request, _) -> line.json(422, "{\"detail\":\"" + echo(request) + "\"}"),
        (line, request, _) -> line.json(404, json(request).replace("/", "\\/")),
        (line, request, _) -> line.print(page(500, "text/html", "<h1>" + echo(request) + "</h1>")),
        (line, _, _) -> line.print(page(503, "text/plain", "x".repeat(290) + " " + KEY)),
        (line, _, _) -> line.print(page(200, "text/html", "<p>" + KEY + "</p>" + "x".repeat(99))),
        (line, _, _) -> line.print(page(200, "text/html", "<p>" + "x".repeat(70) + KEY)),
        (line, request, _) -> line.json(200, json(request)),
        (line, request, _) ->
            line.stream(Replay.delta("a"), "data: " + json(request) + "\n\n", "data: [DONE]\n\n"),
        (line, request, _) -> line.stream("error: " + echo(request) + "\n\n"),
        (line, request, _) -> line.stream("data: no json " + KEY + "\n\n", "data: [DONE]\n\n"),
        (line, request, _) -> line.stream(Replay.delta("a"), Replay.finish(KEY)),
        (line, request, _) -> line.print("NOT HTTP " + KEY + " at all, and more of it\r\n\r\n"),
        (line, request, _) -> line.print("NOT HTTP, and here it comes: " + KEY + "\r\n\r\n"),
        (line, request, _) ->
            line.print(
                "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: https://h/?k="
                    + KEY.replace("+", "%2B").replace("/", "%2F")
                    + "\r\n\r\n"));
  }

  @ParameterizedTest
  @MethodSource("echoes")
  void appearsNeitherInAnExchangeNorInThePreflight(RawServer.Script script) throws Exception {
    try (RawServer server = RawServer.start(script)) {
      Endpoint endpoint = endpoint(server.url());
      try (ClientRig rig = new ClientRig(endpoint, Timeouts.NONE)) {
        holdsNoSecret(rig.ask().toString());
      }
      assertThat(server.requests().getFirst()).contains(KEY, TOKEN, COOKIE, QUERY);
      for (RawServer.Script list : List.of(script, listed())) {
        holdsNoSecret(probed(endpoint(server.url()), script, list));
      }
    }
  }

  private static RawServer.Script listed() {
    return (line, _, _) -> line.json(200, "{\"data\":[{\"id\":\"m\"}]}");
  }

  /// Returns the messages of a pre-flight whose list is served by one script and whose prompts by
  /// another.
  private static String probed(Endpoint endpoint, RawServer.Script answer, RawServer.Script list)
      throws Exception {
    RawServer.Script both =
        (line, request, number) ->
            (request.startsWith("GET") ? list : answer).answer(line, request, number);
    try (RawServer server = RawServer.start(both)) {
      Endpoint there = endpoint(server.url());
      PreflightOptions options =
          new PreflightOptions(
              null, true, false, null, null, Duration.ofSeconds(5), List.of("one two"));
      TargetFacts[] facts = new TargetFacts[1];
      PreflightException problem =
          catchThrowableOfType(
              PreflightException.class,
              () -> facts[0] = Preflight.probe(there, options, PreflightListener.NONE));
      assertThat(endpoint.headers()).isEqualTo(there.headers());
      return facts[0] + " " + problem;
    }
  }

  private static void holdsNoSecret(String reported) {
    assertThat(reported.toLowerCase(Locale.ROOT))
        .doesNotContain(SECRETS.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList());
  }

  @Test
  void keepsOrdinaryWords() {
    Redaction redaction = Redaction.of(endpoint("http://h"));
    String words = "the model t0kenizer is overloaded … try again in 42 s";
    assertThat(redaction.clean(words)).isEqualTo(words);
    assertThat(Redaction.of(ClientRig.endpoint("http://h")).clean(KEY)).isEqualTo(KEY);
  }

  @Test
  void masksTheRemainderOfATruncatedSecret() {
    Redaction redaction = Redaction.of(endpoint("http://h"));
    assertThat(redaction.clean("no key " + KEY.substring(0, 9) + "… (401)"))
        .isEqualTo("no key ***… (401)");
    assertThat(redaction.clean("no key " + KEY.substring(0, 9))).isEqualTo("no key ***");
  }
}
