package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.ProtectionPlan;
import dev.goodput.gateway.plan.ProtectionPlan.Retries;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.wire.server.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Tests of exchanges that are over before all of their request has arrived.
final class EarlyEndTest {
  private static final String HEAD =
      "POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nContent-Length: 1000\r\n\r\n";
  private static final String CHAT_OF =
      "{\"model\":\"%s\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
  private static final HttpHandler SILENT = (_, _) -> {};

  private static Socket common(GatewayRig rig, String words) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.gateway().port());
    socket.getOutputStream().write(words.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  private static String line(Socket socket) throws IOException {
    return until(socket.getInputStream(), "\r\n");
  }

  private static String until(InputStream in, String end) throws IOException {
    StringBuilder came = new StringBuilder();
    while (came.indexOf(end) < 0) {
      int next = in.read();
      assertThat(next).as("behind %s", came).isNotNegative();
      came.append((char) next);
    }
    return came.toString();
  }

  /// Returns the meter's counts for the attempt.
  private static TrafficSnapshot counted(CompletedAttempt completed, String... classes) {
    TrafficPlan plan = TrafficPlan.DEFAULTS;
    for (String each : classes) {
      plan = plan.withSlo(each, SloClass.of("chat").slo());
    }
    TrafficMeter meter = new TrafficMeter(plan);
    assertThat(completed.understood()).isTrue();
    meter.add(completed.record());
    return meter.snapshot(completed.record().stamps().endedNanos());
  }

  private static void isAFailureOf(String sloClass, CompletedAttempt completed, String... classes) {
    TrafficSnapshot traffic = counted(completed, classes);
    assertThat(traffic.all().totals().failed()).isEqualTo(1);
    SloCount slo = Objects.requireNonNull(traffic.all().totals().slos().get(sloClass));
    assertThat(slo.total()).isEqualTo(1);
    assertThat(slo.good()).isZero();
  }

  /// Waits until the only place for a request is taken.
  private static void fill(GatewayRig rig, Socket requested) {
    assertThat(requested.isConnected()).isTrue();
    long end = System.nanoTime() + 30_000_000_000L;
    while (rig.gateway().inFlight().isEmpty()) {
      assertThat(System.nanoTime()).as("nothing is under way").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void sheddingIsAFailureInTheClassThatWouldHaveServed() throws Exception {
    try (GatewayRig rig = new GatewayRig(SILENT, GatewayRig::oneAtATime);
        Socket first = common(rig, HEAD)) {
      fill(rig, first);
      try (Socket second = common(rig, HEAD)) {
        assertThat(line(second)).contains(" 503 ");
        CompletedAttempt shed = rig.passed();
        assertThat(shed.record().outcome())
            .isEqualTo(new Outcome.HttpError(503, "too_many_requests"));
        assertThat(Objects.requireNonNull(shed.record().passage()).route()).isEqualTo("default");
        isAFailureOf("chat", shed, "chat");
      }
    }
  }

  @Test
  void sheddingReadsTheModelWhereTheClassDependsOnIt() throws Exception {
    try (GatewayRig rig =
            new GatewayRig(
                SILENT, plan -> GatewayRig.byModel(GatewayRig.oneAtATime(plan), "fast"));
        Socket first = common(rig, chat("small"))) {
      fill(rig, first);
      try (Socket second = common(rig, chat("big"))) {
        assertThat(line(second)).contains(" 503 ");
        isAFailureOf("slow", rig.passed(), "fast", "slow");
      }
    }
  }

  private static String chat(String model) {
    String body = CHAT_OF.formatted(model);
    return HEAD.replace("1000", String.valueOf(body.length())) + body;
  }

  @Test
  void anUpstreamOutOfReachIsAFailureThoughTheQuestionHasNotCome() throws Exception {
    try (GatewayRig rig = new GatewayRig(SILENT, _ -> GatewayRig.plan("http://127.0.0.1:1"));
        Socket client = common(rig, HEAD)) {
      assertThat(line(client)).contains(" 502 ");
      CompletedAttempt completed = rig.passed();
      assertThat(completed.record().outcome()).isInstanceOf(Outcome.Refused.class);
      isAFailureOf("chat", completed, "chat");
    }
  }

  private static GatewayPlan outOfReach(GatewayPlan plan) {
    ProtectionPlan usual = plan.protection();
    return GatewayRig.plan("http://127.0.0.1:1")
        .withProtection(
            new ProtectionPlan(usual.limits(), usual.timeouts(), new Retries(3, true, false)));
  }

  @Test
  void everyAttemptIsTakenDownThoughTheQuestionHasNotCome() throws Exception {
    try (GatewayRig rig = new GatewayRig(SILENT, EarlyEndTest::outOfReach);
        Socket client = common(rig, HEAD)) {
      assertThat(line(client)).contains(" 502 ");
      for (int i = 0; i < 3; i++) {
        CompletedAttempt completed = rig.passed();
        assertThat(completed.understood()).isTrue();
        assertThat(completed.record().attempt()).isEqualTo(i);
        assertThat(completed.record().last()).isEqualTo(i == 2);
        assertThat(completed.record().outcome()).isInstanceOf(Outcome.Refused.class);
      }
      assertThat(rig.gateway().lost()).isZero();
    }
  }

  @Test
  void anAnswerBeforeTheQuestionHasComeIsAFailureWhereItIsNone() throws Exception {
    String words = "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n";
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        GatewayRig rig =
            new GatewayRig(
                SILENT, _ -> GatewayRig.plan("http://127.0.0.1:" + server.getLocalPort()));
        Socket client = common(rig, HEAD);
        Socket upstream = server.accept()) {
      until(upstream.getInputStream(), "\r\n\r\n");
      upstream.getOutputStream().write(words.getBytes(StandardCharsets.UTF_8));
      assertThat(line(client)).contains(" 429 ");
      CompletedAttempt completed = rig.passed();
      assertThat(completed.record().outcome()).isEqualTo(new Outcome.HttpError(429, ""));
      isAFailureOf("chat", completed, "chat");
    }
  }

  @Test
  void whatIsNoRequestIsCountedApart() throws Exception {
    try (GatewayRig rig = new GatewayRig(SILENT);
        Socket client = common(rig, "GET / HTTP/1.1\r\n\r\n")) {
      assertThat(line(client)).contains(" 400 ");
      assertThat(rig.gateway().edge())
          .isEqualTo(new EdgeCounts(0, 1, 0, 0, 0, 0, 0, 0, EventCounts.NONE, EventCounts.NONE));
    }
  }

  /// The client had sent no complete request yet, so it does not count as one.
  @Test
  void whoLeavesBeforeTheQuestionHasComeAskedNothing() throws Exception {
    try (GatewayRig rig = new GatewayRig(SILENT)) {
      try (Socket client = common(rig, HEAD + "{\"messages\":[{\"content\":\"hi\"}]")) {
        fill(rig, client);
      }
      CompletedAttempt completed = rig.passed();
      assertThat(completed.record().outcome()).isInstanceOf(Outcome.Cancelled.class);
      assertThat(completed.understood()).isFalse();
    }
  }

  /// Some servers answer once the JSON is whole, and do not wait for the end of the body.
  @Test
  void nobodyWaitsANegativeTime() throws Exception {
    String words =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    String body = CHAT_OF.formatted("m");
    String head = HEAD.replace("Content-Length: 1000", "Transfer-Encoding: chunked");
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        GatewayRig rig =
            new GatewayRig(
                SILENT, _ -> GatewayRig.plan("http://127.0.0.1:" + server.getLocalPort()));
        Socket client =
            common(rig, head + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n");
        Socket upstream = server.accept()) {
      until(upstream.getInputStream(), body);
      String event = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"}}]}\n\n";
      String chunk = Integer.toHexString(event.length()) + "\r\n" + event + "\r\n";
      upstream.getOutputStream().write((words + chunk).getBytes(StandardCharsets.UTF_8));
      until(client.getInputStream(), "hi");
      client.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      until(upstream.getInputStream(), "0\r\n\r\n");
      String last = "data: [DONE]\n\n";
      String end = Integer.toHexString(last.length()) + "\r\n" + last + "\r\n0\r\n\r\n";
      upstream.getOutputStream().write(end.getBytes(StandardCharsets.UTF_8));
      until(client.getInputStream(), "[DONE]");

      CompletedAttempt completed = rig.passed();
      assertThat(completed.understood()).isTrue();
      assertThat(completed.record().stamps().firstTokenNanos())
          .isGreaterThanOrEqualTo(completed.record().stamps().intendedNanos());
      GatewayInfo gatewayInfo = Objects.requireNonNull(completed.record().passage());
      assertThat(gatewayInfo.receivedNanos())
          .isLessThanOrEqualTo(completed.record().stamps().intendedNanos());
    }
  }
}
