package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.IdentityPlan;
import dev.goodput.gateway.plan.IdentityPlan.SessionKey;
import dev.goodput.gateway.plan.IdentityPlan.Tenants;
import dev.goodput.gateway.plan.Routing;
import dev.goodput.gateway.plan.Routing.Route;
import dev.goodput.gateway.plan.Routing.RouteMatch;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.GatewayInfo.Parting;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.wire.Header;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.dialect.AnswerStart;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.ServerResponse;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class GatewayTest {
  private static final String CHAT = "/v1/chat/completions";
  private static final String QUESTION =
      "{\"model\":\"m\",\"stream\":true,\"max_tokens\":7,"
          + "\"messages\":[{\"role\":\"user\",\"content\":\"a secret question\"}]}";

  private static final HttpHandler STREAM =
      (_, response) -> {
        response.head(200, List.of(new Header("content-type", "text/event-stream")));
        print(response, "{\"id\":\"chatcmpl-7\",\"model\":\"m-1\",\"choices\":[]}");
        print(response, "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\"}}]}");
        print(response, "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"}}]}");
        print(response, "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\" you\"}}]}");
        print(response, "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
        print(response, "{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}");
        print(response, "[DONE]");
        response.end();
      };

  private static void print(ServerResponse response, String data) {
    response.body(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void makesARecordOfWhatPassed() throws Exception {
    try (GatewayRig rig = new GatewayRig(STREAM)) {
      String answer = rig.post(CHAT, QUESTION, "authorization", "Bearer sk-123").body();
      CompletedAttempt completed = rig.passed();
      RequestRecord record = completed.record();
      GatewayInfo gatewayInfo = Objects.requireNonNull(record.passage());

      assertThat(answer).contains("Hi").endsWith("data: [DONE]\n\n");
      assertThat(completed.understood()).isTrue();
      assertThat(completed.dialect()).isEqualTo("chat");
      assertThat(completed.answerStart().names())
          .isEqualTo(new AnswerStart.Names("chatcmpl-7", "m-1"));
      assertThat(record.outcome()).isEqualTo(new Outcome.Ok("stop"));
      assertThat(record.start()).isEqualTo(LatencyOrigin.INTENDED);
      assertThat(record.streamed()).isTrue();
      assertThat(record.chunks().count()).isEqualTo(2);
      assertThat(record.inputTokens()).isEqualTo(5);
      assertThat(record.outputTokens()).isEqualTo(2);
      assertThat(record.requested().outputTokens()).isEqualTo(7);
      assertThat(gatewayInfo.model()).isEqualTo("m");
      assertThat(gatewayInfo.route()).isEqualTo("default");
      assertThat(gatewayInfo.upstream()).isEqualTo("engine");
      assertThat(gatewayInfo.sloClass()).isEqualTo("chat");
      assertThat(gatewayInfo.tenant()).matches("key-[0-9a-f]{12}");
      assertThat(gatewayInfo.parting()).isEqualTo(Parting.DELIVERED);
      assertThat(gatewayInfo.requestBytes()).isEqualTo(QUESTION.length());
      assertThat(completed.toString()).doesNotContain("sk-123").doesNotContain("secret question");
    }
  }

  @Test
  void stampsComeInTheirOrder() throws Exception {
    try (GatewayRig rig = new GatewayRig(STREAM)) {
      rig.post(CHAT, QUESTION);
      RequestRecord record = rig.passed().record();
      Stamps stamps = record.stamps();
      GatewayInfo gatewayInfo = Objects.requireNonNull(record.passage());

      assertThat(
              List.of(
                  gatewayInfo.receivedNanos(),
                  stamps.intendedNanos(),
                  stamps.sentNanos(),
                  stamps.headersNanos(),
                  stamps.firstByteNanos(),
                  stamps.firstTokenNanos(),
                  stamps.lastTokenNanos(),
                  stamps.endedNanos()))
          .isSorted();
      // The upstream connection is opened while the rest of a request arrives, so maybe before the
      // request's start.
      assertThat(stamps.connectedNanos())
          .isBetween(gatewayInfo.receivedNanos(), stamps.sentNanos());
      assertThat(stamps.dueNanos()).isEqualTo(stamps.intendedNanos());
      assertThat(gatewayInfo.firstWrittenNanos()).isGreaterThan(stamps.firstByteNanos());
      assertThat(gatewayInfo.lastWrittenNanos())
          .isGreaterThanOrEqualTo(gatewayInfo.firstWrittenNanos());
    }
  }

  @Test
  void timesWhatItDoesNotUnderstandAndMakesNothingElseOfIt() throws Exception {
    HttpHandler models = (_, response) -> response.send(200, List.of(), new byte[] {'x'});
    try (GatewayRig rig = new GatewayRig(models)) {
      assertThat(rig.get("/v1/models").body()).isEqualTo("x");
      CompletedAttempt completed = rig.passed();

      assertThat(completed.understood()).isFalse();
      assertThat(completed.status()).isEqualTo(200);
      assertThat(completed.record().outcome()).isEqualTo(new Outcome.Ok(""));
      assertThat(completed.record().stamps().endedNanos())
          .isGreaterThan(completed.record().stamps().intendedNanos());
    }
  }

  @Test
  void keepsTheUsageThatCameBeforeTheClientLeft() throws Exception {
    HttpHandler endless =
        (_, response) -> {
          response.head(200, List.of(new Header("content-type", "text/event-stream")));
          print(
              response,
              "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"}}],"
                  + "\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":3}}");
        };
    try (GatewayRig rig = new GatewayRig(endless)) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.gateway().port())) {
        String requested =
            "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(CHAT, QUESTION.length(), QUESTION);
        socket.getOutputStream().write(requested.getBytes(StandardCharsets.UTF_8));
        StringBuilder came = new StringBuilder();
        while (came.indexOf("usage") < 0) {
          int next = socket.getInputStream().read();
          assertThat(next).as("behind %s", came).isNotNegative();
          came.append((char) next);
        }
      }
      RequestRecord record = rig.passed().record();

      assertThat(record.outcome()).isInstanceOf(Outcome.Cancelled.class);
      assertThat(record.inputTokens()).isEqualTo(5);
      assertThat(record.outputTokens()).isEqualTo(3);
    }
  }

  @Test
  void whatAnUpstreamSaysOfItsErrorsIsNotKept() throws Exception {
    HttpHandler refusing =
        (_, response) ->
            response.send(
                401, List.of(), "{\"error\":\"bad key sk-123\"}".getBytes(StandardCharsets.UTF_8));
    try (GatewayRig rig = new GatewayRig(refusing)) {
      assertThat(rig.post(CHAT, QUESTION).body()).contains("sk-123");
      assertThat(rig.passed().record().outcome()).isEqualTo(new Outcome.HttpError(401, ""));
    }
  }

  @Test
  void thatAnUpstreamRanOutOfMemoryIsKept() throws Exception {
    HttpHandler full =
        (_, response) ->
            response.send(
                500,
                List.of(),
                "{\"error\":\"CUDA out of memory, with sk-123\"}".getBytes(StandardCharsets.UTF_8));
    try (GatewayRig rig = new GatewayRig(full)) {
      int _ = rig.post(CHAT, QUESTION).statusCode();
      assertThat(rig.passed().record().outcome())
          .isEqualTo(new Outcome.HttpError(500, "out of memory"));
    }
  }

  @Test
  void anUpstreamOutOfReachIsARefusalAnsweredHere() throws Exception {
    try (GatewayRig rig = new GatewayRig(STREAM, _ -> GatewayRig.plan("http://127.0.0.1:1"))) {
      assertThat(rig.post(CHAT, QUESTION).statusCode()).isEqualTo(502);
      CompletedAttempt completed = rig.passed();

      assertThat(completed.status()).isEqualTo(502);
      assertThat(completed.record().outcome()).isInstanceOf(Outcome.Refused.class);
      assertThat(Objects.requireNonNull(completed.record().passage()).parting())
          .isEqualTo(Parting.ANSWERED_BY_GATEWAY);
    }
  }

  @Test
  void findsTheWayByTheModelAndSaysWhereThereIsNone() throws Exception {
    Route only = new Route("big", new RouteMatch("", "m*", "", ""), "engine", "chat");
    try (GatewayRig rig = new GatewayRig(STREAM, plan -> routed(plan, only))) {
      assertThat(rig.post(CHAT, QUESTION).statusCode()).isEqualTo(200);
      assertThat(Objects.requireNonNull(rig.passed().record().passage()).route()).isEqualTo("big");

      assertThat(rig.post(CHAT, "{\"model\":\"other\",\"messages\":[]}").statusCode())
          .isEqualTo(404);
      CompletedAttempt refused = rig.passed();
      assertThat(refused.record().outcome()).isEqualTo(new Outcome.HttpError(404, "no_route"));
      assertThat(Objects.requireNonNull(refused.record().passage()).model()).isEqualTo("other");
    }
  }

  private static GatewayPlan routed(GatewayPlan plan, Route route) {
    return new GatewayPlan(
        plan.listen(),
        plan.admin(),
        plan.upstreams(),
        new Routing(List.of(route), plan.routing().sloClasses()),
        plan.identity(),
        plan.protection(),
        plan.storage(),
        plan.accounting());
  }

  private static GatewayRig rigWithSessionsBy(SessionKey.Location from, String name) {
    IdentityPlan identity = new IdentityPlan(Tenants.DEFAULTS, new SessionKey(from, name));
    return new GatewayRig(
        STREAM,
        plan ->
            new GatewayPlan(
                plan.listen(),
                plan.admin(),
                plan.upstreams(),
                plan.routing(),
                identity,
                plan.protection(),
                plan.storage(),
                plan.accounting()));
  }

  @Test
  void numbersTheTurnsOfASession() throws Exception {
    try (GatewayRig rig = rigWithSessionsBy(SessionKey.Location.HEADER, "x-session")) {
      rig.post(CHAT, QUESTION, "x-session", "s1");
      rig.post(CHAT, QUESTION);
      rig.post(CHAT, QUESTION, "x-session", "s1");
      RequestRecord first = rig.passed().record();
      RequestRecord other = rig.passed().record();
      RequestRecord second = rig.passed().record();

      assertThat(second.requested().session()).isEqualTo(first.requested().session());
      assertThat(second.requested().turn()).isEqualTo(1);
      assertThat(other.requested().session()).isNotEqualTo(first.requested().session());
      assertThat(Objects.requireNonNull(second.passage()).session()).isEqualTo("s1");
    }
  }

  @Test
  void findsTheSessionInTheFieldOfTheBodyThatThePlanNames() throws Exception {
    try (GatewayRig rig = rigWithSessionsBy(SessionKey.Location.BODY, "meta.talk")) {
      String named = QUESTION.replace("{\"model\"", "{\"meta\":{\"talk\":\"t1\"},\"model\"");
      rig.post(CHAT, named);
      rig.post(CHAT, QUESTION);
      rig.post(CHAT, named);
      RequestRecord first = rig.passed().record();
      RequestRecord other = rig.passed().record();
      RequestRecord second = rig.passed().record();

      assertThat(Objects.requireNonNull(first.passage()).session()).isEqualTo("t1");
      assertThat(Objects.requireNonNull(other.passage()).session()).isEmpty();
      assertThat(second.requested().session()).isEqualTo(first.requested().session());
      assertThat(second.requested().turn()).isEqualTo(1);
    }
  }

  @Test
  void answers503WhereAllPlacesAreTaken() throws Exception {
    HttpHandler silent = (_, _) -> {};
    try (GatewayRig rig = new GatewayRig(silent, GatewayRig::oneAtATime)) {
      Thread.startVirtualThread(() -> ask(rig));
      while (rig.gateway().inFlight().isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(rig.post(CHAT, QUESTION).statusCode()).isEqualTo(503);
      assertThat(rig.passed().record().outcome())
          .isEqualTo(new Outcome.HttpError(503, "too_many_requests"));
      assertThat(rig.gateway().inFlight().getFirst().awaiting()).isEqualTo(1);
    }
  }

  @Test
  void tellsOfANewConnectionWhileItsFirstAnswerIsAwaited() throws Exception {
    HttpHandler silent = (_, _) -> {};
    try (GatewayRig rig = new GatewayRig(silent)) {
      Thread.startVirtualThread(() -> ask(rig));
      assertThat(rig.connected()).isEqualTo("engine");
      assertThat(rig.left()).isZero();
    }
  }

  private static void ask(GatewayRig rig) {
    try {
      rig.post(CHAT, QUESTION);
    } catch (java.io.IOException | InterruptedException e) {
      // The gateway ends during this: that is the end of the test.
      Thread.currentThread().interrupt();
    }
  }

  /// Each gateway is the other's upstream, which the names and ports of a single plan cannot show.
  @ParameterizedTest
  @EnumSource(
      value = HttpVersion.class,
      names = {"ONE", "TWO"})
  void endsWhatGoesRound(HttpVersion http) throws Exception {
    try (GatewayRig one = new GatewayRig(STREAM);
        GatewayRig other =
            new GatewayRig(STREAM, _ -> GatewayRig.plan(one.at("").toString(), http))) {
      one.gateway().reload(GatewayRig.plan(other.at("").toString(), http));
      HttpResponse<String> reported = one.post(CHAT, QUESTION);

      assertThat(reported.statusCode()).isEqualTo(508);
      assertThat(reported.body()).contains("loop_detected", "has been here 4 times");
      for (int round = 0; round < 4; round++) {
        assertThat(one.passed().record().outcome()).isEqualTo(new Outcome.HttpError(508, ""));
        assertThat(other.passed().record().outcome()).isEqualTo(new Outcome.HttpError(508, ""));
      }
      assertThat(one.left() + other.left()).isZero();
      assertThat(one.gateway().edge().loopedRequests()).isEqualTo(1);
      assertThat(one.gateway().edge().requestsRefused()).isZero();
    }
  }

  @Test
  void goesOnByAnotherPlanWithoutDroppingWhatIsUnderWay() throws Exception {
    try (GatewayRig rig = new GatewayRig(STREAM, _ -> GatewayRig.plan("http://127.0.0.1:1"))) {
      assertThat(rig.post(CHAT, QUESTION).statusCode()).isEqualTo(502);
      rig.gateway().reload(GatewayRig.plan(rig.serverUrl()));
      assertThat(rig.post(CHAT, QUESTION).statusCode()).isEqualTo(200);
    }
  }
}
