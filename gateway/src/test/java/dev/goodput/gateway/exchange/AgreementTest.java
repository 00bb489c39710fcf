package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Exchange;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The load generator and the gateway observe the same requests by one clock: their counts are
/// equal, and their times differ only by the time on the way between them.
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
final class AgreementTest {
  private static final int ROUNDS = 20;
  private static final long PAUSE_NANOS = 200_000;

  private final EventLoops loops = EventLoops.start(1);
  private final Loop loop = loops.loops().getFirst();

  @AfterEach
  void close() {
    loops.close();
  }

  /// One request as seen by both; `startNanos` is when the client took it up.
  private record Both(long startNanos, Exchange client, RequestRecord gateway) {
    private Stamps at() {
      return gateway.stamps();
    }

    long clientTtft() {
      return client.firstTokenNanos() - client.sentNanos();
    }

    long gatewayTtft() {
      return at().firstTokenNanos() - at().intendedNanos();
    }

    /// Returns the time from the client's sent stamp to the gateway's read; it may be below 0 by
    /// the error of the client's stamp, which is taken after its write.
    long there() {
      return at().intendedNanos() - client.sentNanos();
    }

    long back() {
      return client.firstTokenNanos() - at().firstTokenNanos();
    }
  }

  /// Answers in the dialect of the path, one event per write.
  private static final HttpHandler SERVER =
      (request, response) -> {
        Dialect dialect = Dialect.at(request.path()).orElseThrow();
        boolean lines = dialect.name().startsWith("ollama");
        String type = lines ? "application/x-ndjson" : "text/event-stream";
        response.head(200, List.of(new Header("content-type", type)));
        print(response, Streams.of(dialect.name()), 0);
      };

  private static void print(ServerResponse response, List<String> events, int place) {
    if (place == events.size()) {
      response.end();
      return;
    }
    response.body(events.get(place).getBytes(StandardCharsets.UTF_8));
    response
        .loop()
        .at(NanoClock.SYSTEM.nanoTime() + PAUSE_NANOS, () -> print(response, events, place + 1));
  }

  private List<Both> rounds(GatewayRig rig, LlmClient client, long origin) throws Exception {
    List<Both> all = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      long start = NanoClock.SYSTEM.nanoTime() - origin;
      Exchange seen = Asking.answer(loop, client);
      all.add(new Both(start, seen, rig.passed().record()));
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "chat, ONE, false",
    "chat, TWO, false",
    "chat, ONE, true",
    "chat, TWO, true",
    "completions, TWO, true",
    "responses, ONE, false",
    "responses, TWO, true",
    "messages, ONE, false",
    "messages, TWO, true",
    "ollama, ONE, false",
    "ollama, TWO, true",
    "ollama-generate, ONE, false",
    "sglang, ONE, false",
    "sglang, TWO, true",
    "tgi, ONE, false",
    "tgi, TWO, true",
    "llamacpp, ONE, false",
    "llamacpp, TWO, true"
  })
  void clientAndGatewayCountTheSameAndDifferByTheWayAlone(
      String dialect, HttpVersion http, boolean two) throws Exception {
    try (GatewayRig rig = new GatewayRig(SERVER, plan -> Asking.over(plan, two))) {
      Endpoint endpoint = Endpoint.of(rig.at("").toString(), Dialect.named(dialect)).over(http);
      ClientOptions options =
          new ClientOptions(rig.origin(), Timeouts.NONE, false, NanoClock.SYSTEM);
      try (LlmClient client = LlmClient.open(loop, endpoint, options)) {
        List<Both> all = rounds(rig, client, rig.origin());
        all.forEach(AgreementTest::agrees);
        isWithinTheWays(all);
        assertThat(rig.left()).isZero();
      }
    }
  }

  private static void agrees(Both both) {
    Exchange client = both.client();
    RequestRecord gateway = both.gateway();
    Stamps stamps = gateway.stamps();

    assertThat(client.outcome().key()).isEqualTo("ok");
    assertThat(gateway.outcome()).isEqualTo(client.outcome());
    assertThat(gateway.tokens()).isEqualTo(client.tokens());
    assertThat(gateway.inputTokens()).isEqualTo(Streams.INPUT);
    assertThat(gateway.outputTokens()).isEqualTo(Streams.TOKENS);
    assertThat(gateway.chunks().count())
        .isEqualTo(client.chunks().count())
        .isEqualTo(Streams.TOKENS);
    assertThat(stamps.intendedNanos()).isGreaterThanOrEqualTo(both.startNanos());
    assertThat(stamps.firstTokenNanos()).isLessThanOrEqualTo(client.firstTokenNanos());
    assertThat(stamps.lastTokenNanos()).isLessThanOrEqualTo(client.lastTokenNanos());
    assertThat(stamps.endedNanos()).isLessThanOrEqualTo(client.endedNanos());
    assertThat(both.gatewayTtft())
        .isLessThanOrEqualTo(client.firstTokenNanos() - both.startNanos());
  }

  /// Checks that each percentile of the client exceeds the gateway's by no more than the longest
  /// time on the way and no less than the shortest.
  private static void isWithinTheWays(List<Both> all) {
    long[] client = all.stream().mapToLong(Both::clientTtft).sorted().toArray();
    long[] gateway = all.stream().mapToLong(Both::gatewayTtft).sorted().toArray();
    long[] ways = all.stream().mapToLong(both -> both.there() + both.back()).sorted().toArray();
    for (int rank : new int[] {ROUNDS / 2, ROUNDS - 1}) {
      assertThat(client[rank] - gateway[rank])
          .as("ways of %s", Arrays.toString(ways))
          .isBetween(ways[0], ways[ROUNDS - 1]);
    }
  }
}
