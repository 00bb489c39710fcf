package dev.goodput.monitor.alert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.goodput.gateway.plan.AlertsPlan.Form;
import dev.goodput.gateway.plan.AlertsPlan.Receiver;
import dev.goodput.gateway.plan.AlertsPlan.Severity;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.slo.BurnAlert;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.wire.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AlertReceiverTest {
  private static final String PATH = "/services/T0SECRET";
  private static final Instant AT = Instant.parse("2026-11-27T14:11:00Z");
  private static final AlertReceiver.Patience QUICK =
      new AlertReceiver.Patience(Duration.ofSeconds(5), Duration.ofMillis(1));

  private final BlockingQueue<String> bodies = new LinkedBlockingQueue<>();
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final List<Integer> statuses = new CopyOnWriteArrayList<>();
  private final AtomicLong now = new AtomicLong();
  private final AtomicLong reads = new AtomicLong();
  private @Nullable HttpServer server;

  /// Repeats the path in its answer, as servers do with errors. Keeps the body before it answers: a
  /// test may go on as soon as the receiver has the answer.
  @BeforeEach
  void serve() throws IOException {
    HttpServer started =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    started.createContext(
        PATH,
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          byte[] answer = ("no " + PATH).getBytes(UTF_8);
          int status = statuses.isEmpty() ? 200 : statuses.removeFirst();
          bodies.add(body);
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    started.start();
    server = started;
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  private AlertReceiver receiver(Form form, Set<Severity> severities) {
    int port = server == null ? 0 : server.getAddress().getPort();
    Secret url = form == Form.STDOUT ? null : Secret.of("http://127.0.0.1:" + port + PATH, "test");
    return receiver(new Receiver("ops", form, url, severities), QUICK, messages::add);
  }

  private AlertReceiver receiver(
      Receiver receiver, AlertReceiver.Patience timeout, Consumer<String> print) {
    return new AlertReceiver(receiver, timeout, this::nanoTime, new AlertReceiver.Counts(), print);
  }

  private long nanoTime() {
    reads.incrementAndGet();
    return now.get();
  }

  private static AlertMessage message(Severity severity, boolean firing) {
    ServiceObjective slo = ServiceObjective.ofClass("chat", Slo.parse("chat"), 0.95, null);
    BurnAlert alert = slo.alerts().getFirst();
    return new AlertMessage(
        "gw-1",
        "chat",
        slo,
        severity,
        firing ? alert : null,
        false,
        Duration.ofMinutes(30),
        firing ? 640 : 0,
        firing ? 412 : 0,
        AT.minusSeconds(120),
        AT);
  }

  private JsonNode received() throws InterruptedException {
    String body = bodies.poll(20, TimeUnit.SECONDS);
    assertThat(body).isNotNull();
    return JsonMapper.shared().readTree(body);
  }

  @Test
  void sendsEveryFactToAWebhook() throws InterruptedException {
    try (AlertReceiver receiver = receiver(Form.WEBHOOK, Set.of(Severity.values()))) {
      receiver.offer(message(Severity.PAGE, true));
      JsonNode firing = received();
      assertThat(firing.get("status").asString()).isEqualTo("firing");
      assertThat(firing.get("slo").asString()).isEqualTo("chat");
      assertThat(firing.get("bad").asInt()).isEqualTo(412);
      assertThat(firing.get("covered_s").asInt()).isEqualTo(1800);
      assertThat(firing.get("alert").asString()).isEqualTo("GoodputBudgetBurnFast");
      receiver.offer(message(Severity.PAGE, false));
      JsonNode resolved = received();
      assertThat(resolved.get("status").asString()).isEqualTo("resolved");
      assertThat(resolved.get("since").asString()).isEqualTo("2026-11-27T14:09:00Z");
    }
  }

  /// 412 ÷ 640 is 64.375 %, which is 12.875 times the budget of 5 %.
  @Test
  void sendsATextToAChat() throws InterruptedException {
    try (AlertReceiver receiver = receiver(Form.SLACK, Set.of(Severity.PAGE))) {
      receiver.offer(message(Severity.TICKET, true));
      receiver.offer(message(Severity.PAGE, true));
      JsonNode body = received();
      assertThat(body.propertyNames()).containsExactly("text");
      assertThat(body.get("text").asString())
          .startsWith("FIRING page: SLO chat on gw-1: 412 of 640 requests were bad in the last 30m")
          .contains("12.9 ×");
    }
    assertThat(bodies).isEmpty();
  }

  @Test
  void triesAgainAndCountsADeliveryOnce() throws InterruptedException {
    statuses.addAll(List.of(503, 500));
    AlertReceiver receiver = receiver(Form.WEBHOOK, Set.of(Severity.PAGE));
    try (receiver) {
      receiver.offer(message(Severity.PAGE, true));
      for (int i = 0; i < 3; i++) {
        assertThat(received().get("status").asString()).isEqualTo("firing");
      }
    }
    assertThat(receiver.figures().delivered()).isEqualTo(1);
    assertThat(receiver.figures().failed()).isZero();
    assertThat(receiver.problem()).isEmpty();
  }

  @Test
  void givesUpInTheEndAndNeverNamesTheSecret() throws InterruptedException {
    statuses.addAll(List.of(404, 404, 404, 404, 404, 404));
    AlertReceiver receiver = receiver(Form.SLACK, Set.of(Severity.PAGE));
    try (receiver) {
      receiver.offer(message(Severity.PAGE, true));
      for (int i = 0; i < 5; i++) {
        received();
      }
    }
    assertThat(receiver.figures().failed()).isEqualTo(1);
    assertThat(receiver.figures().delivered()).isZero();
    assertThat(receiver.problem()).contains("ops").contains("status 404");
    assertThat(messages).hasSize(1);
    assertThat(messages.getFirst())
        .contains("given up for now after 5 attempts")
        .contains("412 of 640")
        .doesNotContain("SECRET");
  }

  private void awaitFailed(AlertReceiver receiver) {
    while (receiver.figures().failed() == 0) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
      Thread.onSpinWait();
    }
  }

  /// Each look for something to retry reads the clock once; the first may have begun before.
  private void awaitRetries() {
    for (long until = reads.get() + 3; reads.get() < until; ) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
      Thread.onSpinWait();
    }
  }

  /// The webhook is away when the alert starts, for the five attempts and one more.
  @Test
  @Timeout(30)
  void keepsTryingWhatWasGivenUp() throws InterruptedException {
    statuses.addAll(List.of(503, 503, 503, 503, 503, 503));
    AlertReceiver receiver = receiver(Form.WEBHOOK, Set.of(Severity.PAGE));
    try (receiver) {
      receiver.offer(message(Severity.PAGE, true));
      awaitFailed(receiver);
      assertThat(bodies).hasSize(5);
      bodies.clear();
      now.addAndGet(Duration.ofSeconds(30).toNanos());
      received();
      now.addAndGet(Duration.ofMinutes(4).toNanos());
      while (receiver.figures().delivered() == 0) {
        // The sixth attempt may have ended after the clock moved.
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(Thread.interrupted()).as("timed out").isFalse();
        Thread.onSpinWait();
      }
      assertThat(received().get("status").asString()).isEqualTo("firing");
    }
    assertThat(receiver.figures().failed()).isEqualTo(1);
    assertThat(receiver.problem()).isEmpty();
  }

  @Test
  @Timeout(30)
  void neverSendsAPageAfterItsEnd() throws InterruptedException {
    statuses.addAll(List.of(503, 503, 503, 503, 503));
    AlertReceiver receiver = receiver(Form.WEBHOOK, Set.of(Severity.PAGE));
    try (receiver) {
      receiver.offer(message(Severity.PAGE, true));
      awaitFailed(receiver);
      bodies.clear();
      receiver.offer(message(Severity.PAGE, false));
      assertThat(received().get("status").asString()).isEqualTo("resolved");
      now.addAndGet(Duration.ofHours(1).toNanos());
      awaitRetries();
    }
    assertThat(bodies).isEmpty();
    assertThat(receiver.figures().delivered()).isEqualTo(1);
  }

  @Test
  void waitsLongerEachTimeButNeverMoreThanFourMinutes() {
    AlertReceiver.Unsent each = AlertReceiver.Unsent.first(message(Severity.PAGE, true), 7);
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      pauses.add(Duration.ofNanos(each.dueNanos() - 7).toSeconds());
      each = each.again(7);
    }
    assertThat(pauses).containsExactly(30L, 60L, 120L, 240L, 240L);
  }

  @Test
  @Timeout(30)
  void survivesAFaultOfWhatItSendsTo() {
    List<String> printed = new CopyOnWriteArrayList<>();
    Consumer<String> faulty =
        line -> {
          if (!line.startsWith("RESOLVED")) {
            throw new IllegalStateException("SECRET");
          }
          printed.add(line);
        };
    AlertReceiver receiver = receiver(Receiver.STDOUT, QUICK, faulty);
    try (receiver) {
      receiver.offer(message(Severity.PAGE, true));
      awaitFailed(receiver);
      assertThat(receiver.problem()).contains("IllegalStateException").doesNotContain("SECRET");
      receiver.offer(message(Severity.PAGE, false));
    }
    assertThat(printed).hasSize(1);
    assertThat(receiver.figures().failed()).isEqualTo(1);
    assertThat(receiver.problem()).isEmpty();
  }

  @Test
  void printsALine() {
    AlertReceiver receiver = receiver(Form.STDOUT, Set.of(Severity.PAGE));
    try (receiver) {
      receiver.offer(message(Severity.PAGE, false));
    }
    assertThat(messages)
        .containsExactly("RESOLVED page: SLO chat on gw-1 is quiet again after 2 min");
  }

  @Test
  void dropsWhatAFullQueueCannotTake() {
    statuses.add(500);
    AlertReceiver receiver =
        receiver(
            new Receiver(
                "ops",
                Form.WEBHOOK,
                Secret.of("http://127.0.0.1:9/x", "test"),
                Set.of(Severity.PAGE)),
            new AlertReceiver.Patience(Duration.ofSeconds(1), Duration.ofSeconds(60)),
            messages::add);
    try (receiver) {
      for (int i = 0; i < 70; i++) {
        receiver.offer(message(Severity.PAGE, true));
      }
      assertThat(receiver.figures().dropped()).isBetween(5L, 6L);
    }
  }
}
