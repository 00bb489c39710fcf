package dev.goodput.app.selftest;

import dev.goodput.app.AppException;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Exchange;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Ask;
import dev.goodput.wire.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/// Reads streams of the truth server with the client that benches use, and compares each event's
/// stamp with the moment the event carries.
final class StampProbe {
  private static final long PATIENCE_SECONDS = 60;

  /// The moment of writing in each event's text.
  private static final Pattern WRITTEN = Pattern.compile("@ *(\\d+)");

  private static final String MODEL = "truth";

  private final String url;

  StampProbe(String url) {
    this.url = url;
  }

  /// Reads that many streams at once.
  ///
  /// @throws AppException.Machine where one of them fails
  StampError measure(int streams, int events) {
    long origin = System.nanoTime();
    ClientOptions options = new ClientOptions(origin, Timeouts.NONE, true, NanoClock.SYSTEM);
    try (EventLoops loops = EventLoops.start(1)) {
      Loop loop = loops.loops().getFirst();
      Dialect chat = Dialect.named("chat");
      try (LlmClient client = LlmClient.open(loop, Endpoint.of(url, chat), options)) {
        byte[] body = chat.encode(ask(events));
        List<CompletableFuture<Exchange>> answers = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
          CompletableFuture<Exchange> answer = new CompletableFuture<>();
          answers.add(answer);
          loop.execute(() -> {
            var _ = client.send(body, true, answer::complete);
          });
        }
        return StampError.of(
            answers.stream().flatMapToLong(answer -> errors(ended(answer), origin)).toArray());
      }
    }
  }

  private static Exchange ended(CompletableFuture<Exchange> answer) {
    try {
      return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
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

  private static Ask ask(int events) {
    List<Ask.Turn> question = List.of(new Ask.Turn("user", "selftest"));
    return new Ask(MODEL, question, null, events, true, true, false, null, null);
  }
}
