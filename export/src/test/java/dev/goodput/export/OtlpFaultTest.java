package dev.goodput.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.export.Receiver.Post;
import dev.goodput.telemetry.metric.ExportStatus.Signal;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.server.ServerResponse;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests with collectors that are unreachable, slow or broken: they block no thread, and every span
/// is accounted for.
@Tag("fault")
@Timeout(120)
final class OtlpFaultTest {
  private static final String KEY = "k3y-0f-the-collector";
  private static final RetryPolicy QUICK =
      new RetryPolicy(
          Duration.ofMillis(500),
          Duration.ofMillis(20),
          Duration.ofMillis(1_500),
          Duration.ofSeconds(2),
          40,
          10,
          Duration.ofHours(1));

  private static final RetryPolicy ROOMY =
      new RetryPolicy(
          QUICK.post(),
          QUICK.pause(),
          QUICK.forAll(),
          Duration.ofMinutes(1),
          1_000,
          10,
          QUICK.gather());

  private final List<String> notes = new CopyOnWriteArrayList<>();

  private OtlpExport export(URI url, RetryPolicy retryPolicy) {
    Collector usual = Collector.at(url);
    Collector collector =
        new Collector(
            usual.endpoint(),
            List.of(new Header("DD-API-KEY", KEY)),
            usual.tls(),
            false,
            1,
            usual.every(),
            usual.buckets(),
            usual.resource(),
            usual.upstreams());
    return OtlpExport.of(
            collector,
            () -> {
              throw new AssertionError("no metrics were asked for");
            },
            0,
            notes::add,
            retryPolicy,
            NanoClock.SYSTEM,
            new SplittableRandom(5))
        .begin();
  }

  private static void offer(OtlpExport export, int from, int to) {
    for (int id = from; id < to; id++) {
      export.offer(Exchanges.ok(id, id, 100, 10, 5), ExchangeFacts.NONE);
    }
  }

  private static Signal traces(OtlpExport export) {
    return export.status().signals().getFirst();
  }

  /// Waits for a count that another thread updates.
  private static Signal once(OtlpExport export, Predicate<Signal> seen) {
    while (!seen.test(traces(export))) {
      Thread.onSpinWait();
    }
    return traces(export);
  }

  @Test
  void dropsAndCountsDataForAnUnreachableCollector() throws Exception {
    URI nobody;
    try (Receiver gone = Receiver.willing()) {
      nobody = gone.url();
    }
    OtlpExport export = export(nobody, QUICK);
    offer(export, 0, 1_000);
    export.close();
    Signal after = traces(export);
    assertThat(after.delivered()).isZero();
    assertThat(after.lostFull()).isPositive();
    assertThat(after.lostUnreached()).isPositive();
    assertThat(after.lost()).isEqualTo(1_000);
    assertThat(after.queued()).isZero();
    assertThat(notes).hasSize(1);
    assertThat(notes.getFirst()).startsWith("OTLP traces are not taken: refused");
  }

  @Test
  void retriesUntilABusyCollectorAccepts() throws Exception {
    try (Receiver receiver =
            new Receiver((response, number) -> {
              if (number < 3) {
                response.send(new int[] {503, 429, 502}[number], List.of(), new byte[0]);
              } else {
                Receiver.taken(response);
              }
            });
        OtlpExport export = export(receiver.url(), QUICK)) {
      offer(export, 0, 10);
      Signal after = once(export, signal -> signal.delivered() == 10);
      assertThat(after.failedPosts()).isEqualTo(3);
      assertThat(after.lost()).isZero();
      assertThat(after.problem()).isEmpty();
      List<Post> posts = receiver.all();
      assertThat(posts).hasSize(4);
      assertThat(posts)
          .as("the same body each time")
          .extracting(post -> Otlp.spans(post.message()).getFirst().hex(2))
          .containsOnly(Otlp.spans(posts.getFirst().message()).getFirst().hex(2));
      // The note follows the count, on the delivering thread.
      while (notes.size() < 2) {
        Thread.onSpinWait();
      }
      assertThat(notes)
          .containsExactly(
              "OTLP traces are not taken: http_error 503 Service Unavailable",
              "OTLP traces are taken again; 0 were lost so far");
    }
  }

  @Test
  void honoursRetryAfter() throws Exception {
    try (Receiver receiver =
            new Receiver((response, _) ->
                response.send(503, List.of(new Header("Retry-After", "30")), new byte[0]));
        OtlpExport export = export(receiver.url(), QUICK)) {
      offer(export, 0, 10);
      // Thirty seconds exceed the time for which a body is retried.
      Signal after = once(export, signal -> signal.lostUnreached() == 10);
      assertThat(after.failedPosts()).isEqualTo(1);
    }
  }

  @Test
  void dropsRejectedData() throws Exception {
    try (Receiver receiver =
            new Receiver((response, _) -> response.send(400, List.of(), new byte[0]));
        OtlpExport export = export(receiver.url(), QUICK)) {
      offer(export, 0, 10);
      Signal after = once(export, signal -> signal.lostRefused() == 10);
      assertThat(after.failedPosts()).isEqualTo(1);
      assertThat(receiver.requested()).isEqualTo(1);
    }
  }

  @Test
  void retriesAfterABrokenConnection() throws Exception {
    try (Receiver receiver =
            new Receiver((response, number) -> {
              switch (number) {
                case 0 -> response.abort();
                case 1 -> response.cut();
                case 2 -> cutBody(response);
                default -> Receiver.taken(response);
              }
            });
        OtlpExport export = export(receiver.url(), QUICK)) {
      offer(export, 0, 10);
      Signal after = once(export, signal -> signal.delivered() == 10);
      assertThat(after.failedPosts()).isEqualTo(3);
    }
  }

  private static void cutBody(ServerResponse response) {
    response.head(200, List.of(new Header("Content-Length", "100")));
    response.body(new byte[10]);
    response.cut();
  }

  @Test
  void neverWaitsForACollectorThatHangs() throws Exception {
    try (Receiver receiver = new Receiver((_, _) -> {})) {
      OtlpExport export = export(receiver.url(), QUICK);
      offer(export, 0, 10);
      assertThat(receiver.next().path()).isEqualTo("/v1/traces");
      // The body of the first ten spans is being sent; forty fit in the queue, the others are
      // dropped.
      offer(export, 10, 500);
      assertThat(traces(export).lostFull()).isEqualTo(450);
      export.close();
      Signal after = traces(export);
      assertThat(after.delivered()).isZero();
      assertThat(after.lost()).isEqualTo(500);
    }
  }

  @Test
  void flushesOnClose() throws Exception {
    try (Receiver receiver = Receiver.willing()) {
      OtlpExport export = export(receiver.url(), ROOMY);
      offer(export, 0, 95);
      export.close();
      assertThat(traces(export).delivered()).isEqualTo(95);
      assertThat(receiver.all()).hasSize(10);
      offer(export, 95, 96);
      assertThat(traces(export).lostFull()).isEqualTo(1);
    }
  }

  @Test
  void countsPartialRejections() throws Exception {
    byte[] partial = HexFormat.of().parseHex("0a0508031201" + "78");
    try (Receiver receiver = new Receiver((response, _) -> response.send(200, List.of(), partial));
        OtlpExport export = export(receiver.url(), QUICK)) {
      offer(export, 0, 10);
      Signal after = once(export, signal -> signal.delivered() > 0);
      assertThat(after.delivered()).isEqualTo(7);
      assertThat(after.lostRefused()).isEqualTo(3);
    }
  }

  @Test
  void masksAKeyThatTheCollectorEchoes() throws Exception {
    byte[] echo = ("no such key: " + KEY).getBytes(StandardCharsets.UTF_8);
    try (Receiver receiver = new Receiver((response, _) -> response.send(401, List.of(), echo));
        OtlpExport export = export(receiver.url(), QUICK)) {
      offer(export, 0, 10);
      Signal after = once(export, signal -> signal.lostRefused() == 10);
      assertThat(receiver.next().request().header("dd-api-key")).isEqualTo(KEY);
      assertThat(after.problem()).contains("401", "no such key: ***").doesNotContain(KEY);
      assertThat(notes).hasSize(1).noneMatch(note -> note.contains(KEY));
    }
  }

  @Test
  void refusesAnInvalidEndpoint() {
    assertThatThrownBy(() -> export(URI.create("ftp://collector"), QUICK))
        .isInstanceOf(BadSettingException.class);
  }
}
