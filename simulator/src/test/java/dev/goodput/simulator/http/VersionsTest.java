package dev.goodput.simulator.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Exchange;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that HTTP/1.1 and HTTP/2 requests get the same responses.
class VersionsTest {
  private static final int TOKENS = 24;

  /// Sends all requests at once.
  private static List<Exchange> ask(
      ServerFixture fixture, HttpVersion http, String fault, boolean stream, int times)
      throws Exception {
    Endpoint endpoint =
        new Endpoint(
            Endpoint.parseUrl("http://127.0.0.1:" + fixture.server.port()),
            Dialect.named("chat"),
            fault.isEmpty() ? List.of() : List.of(new Header("x-goodput-fault", fault)),
            null,
            Tls.SYSTEM,
            false,
            List.of(),
            http);
    String usage = ",\"stream_options\":{\"include_usage\":true}";
    String body = stream ? ServerFixture.stream(TOKENS, usage) : ServerFixture.chat(TOKENS, "");
    NanoClock clock = NanoClock.SYSTEM;
    ClientOptions options = new ClientOptions(clock.nanoTime(), Timeouts.NONE, true, clock);
    List<CompletableFuture<Exchange>> requested = new ArrayList<>();
    try (EventLoops loops = EventLoops.start(1)) {
      Loop loop = loops.loops().getFirst();
      try (LlmClient client = LlmClient.open(loop, endpoint, options)) {
        for (int i = 0; i < times; i++) {
          CompletableFuture<Exchange> done = new CompletableFuture<>();
          requested.add(done);
          loop.execute(() -> {
            Call _ = client.send(body.getBytes(StandardCharsets.UTF_8), stream, done::complete);
          });
        }
        List<Exchange> ended = new ArrayList<>();
        for (CompletableFuture<Exchange> each : requested) {
          ended.add(each.get(30, TimeUnit.SECONDS));
        }
        return ended;
      }
    }
  }

  private static List<Object> reported(Exchange exchange) {
    return List.of(
        exchange.outcome().key(),
        exchange.outcome().detail().replaceAll("chatcmpl-[0-9a-f]+", "an answer"),
        exchange.chunks().count(),
        exchange.tokens(),
        exchange.retryAfterSeconds(),
        String.valueOf(exchange.text()));
  }

  @Tag("fault")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "reject",
        "reject:429:7",
        "cut:3",
        "error-event:1:4",
        "error-event:3:4",
        "error-event:4:4",
        "empty",
        "no-done",
        "no-usage",
        "early-role",
        "crlf",
        "comments",
        "split",
        "coalesce",
        "malformed"
      })
  void aFaultIsTheSameInBoth(String fault) throws Exception {
    try (ServerFixture fixture = ServerFixture.plain()) {
      for (boolean stream : new boolean[] {true, false}) {
        Exchange one = ask(fixture, HttpVersion.ONE, fault, stream, 1).getFirst();
        Exchange two = ask(fixture, HttpVersion.TWO, fault, stream, 1).getFirst();
        assertThat(reported(two)).as("stream %s", stream).isEqualTo(reported(one));
      }
    }
  }

  @Tag("fault")
  @Test
  void aResetIsOneInBoth() throws Exception {
    try (ServerFixture fixture = ServerFixture.plain()) {
      for (HttpVersion each : List.of(HttpVersion.ONE, HttpVersion.TWO)) {
        Exchange reset = ask(fixture, each, "reset:3", true, 1).getFirst();
        assertThat(reset.outcome().key()).isEqualTo("reset");
      }
    }
  }

  @Test
  void manyAtOnceAreAllAnsweredAlike() throws Exception {
    int times = 300;
    try (ServerFixture fixture = ServerFixture.plain()) {
      List<Exchange> one = ask(fixture, HttpVersion.ONE, "", true, times);
      List<Exchange> two = ask(fixture, HttpVersion.TWO, "", true, times);
      for (List<Exchange> each : List.of(one, two)) {
        assertThat(each).allMatch(exchange -> exchange.outcome().key().equals("ok"));
        assertThat(each.stream().mapToInt(exchange -> exchange.tokens().usageOutput()).sum())
            .isEqualTo(times * TOKENS);
      }
      assertThat(fixture.server.stats().running()).isZero();
    }
  }
}
