package dev.goodput.validation.selftest;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.runner.AppException;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Exchange;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.LlmRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/// A probe of the stamps. It reads some streams of the truth server with the client of a benchmark
/// and compares each event's stamp with the write time that the event carries. It runs on its own
/// loop, or on a loop that is busy with a benchmark.
final class StampProbe implements AutoCloseable {
  /// The number of streams that it reads at once.
  static final int STREAMS = 8;

  /// The delay between the starts of two streams. It does not divide the server's gap, so that
  /// events of different streams do not coincide.
  private static final long APART_NANOS = 13_000_000;

  private static final long TIMEOUT_SECONDS = 60;

  /// The write time in the text of each event.
  private static final Pattern WRITTEN = Pattern.compile("@ *(\\d+)");

  private static final String MODEL = "truth";

  private final Loop loop;
  private final NanoClock clock = NanoClock.SYSTEM;
  private final long origin = clock.nanoTime();
  private final Dialect chat = Dialect.named("chat");
  private final LlmClient client;
  private final List<CompletableFuture<Exchange>> answers = new ArrayList<>();

  private StampProbe(Loop loop, String url) {
    this.loop = loop;
    client =
        LlmClient.open(
            loop,
            Endpoint.of(url, chat),
            new ClientOptions(origin, Timeouts.NONE, true, NanoClock.SYSTEM));
  }

  /// Creates a probe on a loop.
  static StampProbe on(Loop loop, String url) {
    return new StampProbe(loop, url);
  }

  /// Reads the streams on an otherwise idle loop.
  static StampError onIdleLoop(String url, int events) {
    try (EventLoops loops = EventLoops.start(1);
        StampProbe probe = on(loops.loops().getFirst(), url)) {
      probe.start(0, events);
      return probe.error();
    }
  }

  /// Requests the streams, the first one after a delay in nanoseconds.
  void start(long afterNanos, int events) {
    byte[] body = chat.encode(ask(events));
    long first = clock.nanoTime() + afterNanos;
    for (int i = 0; i < STREAMS; i++) {
      CompletableFuture<Exchange> answer = new CompletableFuture<>();
      answers.add(answer);
      var _ =
          loop.at(
              first + i * APART_NANOS,
              () -> {
                var _ = client.send(body, true, answer::complete);
              });
    }
  }

  /// Waits for the requested streams.
  ///
  /// @throws AppException.Machine a stream that failed
  StampError error() {
    return StampError.of(
        answers.stream().flatMapToLong(answer -> errors(ended(answer), origin)).toArray());
  }

  @Override
  public void close() {
    client.close();
  }

  private static Exchange ended(CompletableFuture<Exchange> answer) {
    try {
      return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AppException.Machine("interrupted during the self-test", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AppException.Machine("the self-test's own server did not answer in time", e);
    }
  }

  private static LongStream errors(Exchange exchange, long origin) {
    String text = exchange.text();
    if (!(exchange.outcome() instanceof Outcome.Ok) || text == null) {
      throw new AppException.Machine("a stream of the self-test ended " + exchange.outcome());
    }
    LongStream.Builder errors = LongStream.builder();
    ChunkLog.Cursor chunk = exchange.chunks().cursor();
    Matcher written = WRITTEN.matcher(text);
    while (chunk.next() && written.find()) {
      errors.add(origin + chunk.nanos() - Long.parseLong(written.group(1)));
    }
    return errors.build();
  }

  private static LlmRequest ask(int events) {
    List<LlmRequest.Turn> question = List.of(new LlmRequest.Turn("user", "selftest"));
    return new LlmRequest(MODEL, question, null, events, true, true, false, null, null);
  }
}
