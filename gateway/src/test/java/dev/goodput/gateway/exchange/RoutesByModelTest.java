package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.GatewayInfo;
import dev.goodput.wire.Header;
import dev.goodput.wire.server.HttpHandler;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of routes by model, for every API and every coding of the body.
final class RoutesByModelTest {
  private static final String ANSWER =
      "{\"id\":\"c\",\"model\":\"served\",\"choices\":[{\"message\":{\"content\":\"hi\"},"
          + "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}";

  private final BlockingQueue<byte[]> bodies = new LinkedBlockingQueue<>();

  private final HttpHandler server =
      (request, response) -> {
        bodies.add(request.body());
        response.head(200, List.of(new Header("content-type", "application/json")));
        response.body(ANSWER.getBytes(StandardCharsets.UTF_8));
        response.end();
      };

  private GatewayRig rig() {
    return new GatewayRig(server, plan -> GatewayRig.byModel(plan, "fast"));
  }

  private static void post(GatewayRig rig, String path, byte[] body, String... headers)
      throws Exception {
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(rig.at(path)).POST(HttpRequest.BodyPublishers.ofByteArray(body));
      if (headers.length > 0) {
        request.headers(headers);
      }
      client.send(request.build(), HttpResponse.BodyHandlers.discarding());
    }
  }

  private static byte[] gzip(String text) throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return packed.toByteArray();
  }

  private static GatewayInfo passage(CompletedAttempt completed) {
    return Objects.requireNonNull(completed.record().passage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/embeddings",
        "/v1/rerank",
        "/score",
        "/pooling",
        "/classify",
        "/v1/audio/speech",
        "/v1/images/generations",
        "/v1/moderations",
        "/api/embed",
        "/tokenize",
        "/detokenize",
        "/v1/messages/count_tokens"
      })
  void holdForEveryApiWithAModelInItsBody(String path) throws Exception {
    try (GatewayRig rig = rig()) {
      rig.post(path, "{\"input\":\"x\",\"model\":\"small\"}");
      assertThat(passage(rig.passed()).route()).isEqualTo("small");
      rig.post(path, "{\"input\":\"x\",\"model\":\"big\"}");
      assertThat(passage(rig.passed()).route()).isEqualTo("rest");
      assertThat(rig.gateway().edge().requestsWithoutModel()).isZero();
    }
  }

  @Test
  void holdForTheModelInAPath() throws Exception {
    try (GatewayRig rig = rig()) {
      rig.post("/openai/deployments/small/chat/completions?api-version=1", "{\"messages\":[]}");
      GatewayInfo over = passage(rig.passed());
      assertThat(over.route()).isEqualTo("small");
      assertThat(over.model()).isEqualTo("small");
      rig.get("/v1/models/small");
      assertThat(passage(rig.passed()).route()).isEqualTo("small");
    }
  }

  @Test
  void countRequestsWithoutAModel() throws Exception {
    try (GatewayRig rig = rig()) {
      rig.post("/v1/embeddings", "{\"input\":\"x\"}");
      assertThat(passage(rig.passed()).route()).isEqualTo("rest");
      rig.get("/v1/models");
      assertThat(passage(rig.passed()).route()).isEqualTo("rest");
      assertThat(rig.gateway().edge().requestsWithoutModel()).isEqualTo(1);
    }
  }

  @Test
  void holdForCompressedBodiesWhichArePassedOnAsTheyCame() throws Exception {
    try (GatewayRig rig = rig()) {
      byte[] sent =
          gzip("{\"model\":\"small\",\"max_tokens\":7,\"messages\":[{\"content\":\"a b\"}]}");
      post(rig, "/v1/chat/completions", sent, "Content-Encoding", "gzip");
      CompletedAttempt completed = rig.passed();
      assertThat(completed.understood()).isTrue();
      assertThat(passage(completed).route()).isEqualTo("small");
      assertThat(passage(completed).model()).isEqualTo("small");
      assertThat(completed.record().requested().outputTokens()).isEqualTo(7);
      assertThat(bodies.take()).isEqualTo(sent);
    }
  }

  @Test
  void judgeByTheAnswerWhatCannotBeDecoded() throws Exception {
    try (GatewayRig rig = rig()) {
      post(rig, "/v1/chat/completions", new byte[] {1, 2, 3}, "Content-Encoding", "lzma");
      CompletedAttempt completed = rig.passed();
      assertThat(completed.understood()).isTrue();
      assertThat(passage(completed).route()).isEqualTo("rest");
      assertThat(passage(completed).model()).isEqualTo("served");
      assertThat(rig.gateway().edge().requestsWithoutModel()).isEqualTo(1);
      assertThat(rig.gateway().edge().bodiesCut()).isEqualTo(1);
    }
  }
}
