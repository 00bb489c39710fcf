package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.gateway.exchange.Gateway;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.PowerPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.record.GatewayInfo.Parting;
import dev.goodput.record.RequestRecord;
import dev.goodput.relay.RelayCounts;
import dev.goodput.simulator.fault.FaultPlan;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Tls;
import dev.goodput.wire.dialect.PromptSink;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each fault of the simulated engine, and of clients, through a gateway: there is a record, and it
/// reports the fault.
@Tag("fault")
class GatewayFaultsTest {
  private static final int TOKENS = 20;
  private static final int TIMEOUT_SECONDS = 20;

  private final BlockingQueue<CompletedAttempt> received = new LinkedBlockingQueue<>();
  private final EventLoops loops = EventLoops.start(1);
  private final SimulatorServer engine = engine("");
  private final Gateway gateway = gateway(engine.url(), HttpVersion.ONE);

  private static SimulatorServer engine(String faults) {
    EngineProfile fast = EngineProfile.named("b200", "llama-3.2-1b");
    SimulatorOptions plain = SimulatorOptions.of(fast);
    return SimulatorServer.start(plain.withFaults(FaultPlan.parse(faults)), InstantSource.system());
  }

  private Gateway gateway(String url, HttpVersion http) {
    Upstream upstream =
        new Upstream(
            "engine",
            URI.create(url),
            Tls.SYSTEM,
            http,
            false,
            List.of(),
            List.of(),
            PowerPlan.NONE,
            null);
    GatewayPlan plan =
        GatewayPlan.simple(upstream, SloClass.of("chat"))
            .withAddresses(new Listener("127.0.0.1", 0, null), AdminPlan.DEFAULTS);
    TrafficListener listener =
        new TrafficListener() {
          @Override
          public void completed(CompletedAttempt completed, PromptSink prompt) {
            received.add(completed);
          }
        };
    long origin = NanoClock.SYSTEM.nanoTime();
    return Gateway.start(
        plan, loops, () -> NanoClock.SYSTEM.nanoTime() - origin, List.of(listener));
  }

  @AfterEach
  void close() {
    gateway.close();
    engine.close();
    loops.close();
  }

  /// Opens a client that has sent a request.
  private static Socket common(Gateway through, String fault, int tokens) throws IOException {
    byte[] body =
        """
        {"model":"Llama-3.2-1B","stream":true,"max_tokens":%d,"ignore_eos":true,
        "stream_options":{"include_usage":true},
        "messages":[{"role":"user","content":"Tell me about the sea."}]}\
        """
            .formatted(tokens)
            .getBytes(StandardCharsets.UTF_8);
    String head =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nConnection: close\r\n"
            + "x-goodput-fault: %s\r\nContent-Length: %d\r\n\r\n".formatted(fault, body.length);
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), through.port());
    socket.setSoTimeout(TIMEOUT_SECONDS * 1000);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(body);
    return socket;
  }

  /// Reads until the connection ends, however it ends.
  private static String readAll(Socket socket) {
    StringBuilder all = new StringBuilder();
    byte[] buffer = new byte[8192];
    try (socket) {
      InputStream in = socket.getInputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        all.append(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      return all + " RESET";
    }
    return all.toString();
  }

  private RequestRecord onlyRecord(Gateway through) throws InterruptedException {
    CompletedAttempt completed = received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    through.close();
    assertThat(received).as("each exchange is told once").isEmpty();
    return Objects.requireNonNull(completed, "nothing was told").record();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          reject               | http_error  | 0
          reject:429:7         | http_error  | 0
          stall:0.2            | ok          | 20
          slow-first-byte:0.2  | ok          | 20
          cut:3                | truncated   | 3
          reset:3              | reset       | 3
          error-event:1:4      | error_event | 4
          error-event:2:4      | error_event | 4
          error-event:3:4      | error_event | 4
          error-event:4:4      | error_event | 4
          empty                | empty       | 0
          no-done              | ok          | 20
          no-usage             | ok          | 20
          early-role           | ok          | 20
          crlf                 | ok          | 20
          comments             | ok          | 20
          split                | ok          | 20
          coalesce             | ok          | 20
          malformed            | malformed   | 20
          """)
  void recordsWhatWentWrongOnce(String fault, String outcome, int chunks) throws Exception {
    String answer = readAll(common(gateway, fault, TOKENS));
    RequestRecord record = onlyRecord(gateway);

    assertThat(record.outcome().key()).as(answer).isEqualTo(outcome);
    if (!outcome.equals("reset")) {
      assertThat(record.chunks().count()).isEqualTo(chunks);
    }
    boolean whole = answer.endsWith("0\r\n\r\n") || !answer.contains("chunked");
    assertThat(whole).as(answer).isEqualTo(!fault.startsWith("cut") && !fault.startsWith("reset"));
    assertThat(Objects.requireNonNull(record.passage()).parting())
        .isEqualTo(whole ? Parting.DELIVERED : Parting.CUT);
  }

  @ParameterizedTest
  @CsvSource({"cut:3, truncated", "reset:3, reset", "error-event, error_event", "empty, empty"})
  void recordsTheSameOfAnUpstreamThatIsAskedInHttp2(String fault, String outcome) throws Exception {
    try (Gateway two = gateway(engine.url(), HttpVersion.TWO)) {
      String answer = readAll(common(two, fault, TOKENS));
      assertThat(onlyRecord(two).outcome().key()).as(answer).isEqualTo(outcome);
    }
  }

  @Test
  void recordsAnEngineThatDiesUnderItsStreams() throws Exception {
    try (SimulatorServer dying = engine("crash:0.5:60");
        Gateway through = gateway(dying.url(), HttpVersion.ONE)) {
      String answer = readAll(common(through, "stall:30", TOKENS));
      assertThat(answer).doesNotEndWith("0\r\n\r\n");
      CompletedAttempt broken =
          Objects.requireNonNull(received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS));
      assertThat(broken.record().outcome().key()).isIn("reset", "truncated");

      assertThat(readAll(common(through, "", TOKENS))).startsWith("HTTP/1.1 502 ");
      assertThat(onlyRecord(through).outcome().key()).isEqualTo("refused");
    }
  }

  @ParameterizedTest
  @CsvSource({"slow-first-byte:30, 0", "stall:30, 1"})
  void recordsAClientThatLeaves(String fault, int least) throws Exception {
    try (Socket socket = common(gateway, fault, TOKENS)) {
      if (least > 0) {
        assertThat(socket.getInputStream().read()).isPositive();
      } else {
        await(() ->
            engine.stats().running() > 0
                || gateway.counts().of(RelayCounts.Event.UPSTREAM_CONNECTED) > 0);
      }
    }
    RequestRecord record = onlyRecord(gateway);

    assertThat(record.outcome().key()).isEqualTo("cancelled");
    assertThat(record.chunks().count()).isGreaterThanOrEqualTo(0);
    assertThat(Objects.requireNonNull(record.passage()).parting()).isEqualTo(Parting.CLIENT_LEFT);
  }

  private static void await(java.util.function.BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }
}
