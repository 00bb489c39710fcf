package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.relay.ExchangeOutcome;
import dev.goodput.relay.Upstream;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.PromptSink;
import dev.goodput.wire.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ExchangeObserverTest {
  private static final Dialect CHAT = Dialect.at("/v1/chat/completions").orElseThrow();
  private static final String EVENTS = "Content-Type: text/event-stream\r\n";
  private static final String JSON = "Content-Type: application/json\r\n";
  private static final String TOKEN =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"}}]}\n\n";

  private static final ExchangeOutcome NO_CONNECTION =
      new ExchangeOutcome.NoAnswer(502, ExchangeOutcome.NoAnswer.Kind.UNREACHABLE, "");

  private final List<CompletedAttempt> passed = new ArrayList<>();
  private final List<PromptSink> prompts = new ArrayList<>();
  private final BodyMemoryBudget room = new BodyMemoryBudget(1000);
  private final InFlightGauge inFlightGauge = new InFlightGauge();
  private final RecordingThread recordingThread =
      new RecordingThread(NanoClock.SYSTEM, new RecordMaker(), List.of(new Hearing()), room);

  private final class Hearing implements TrafficListener {
    @Override
    public PromptSink prompt() {
      return (_, _, _, _) -> {};
    }

    @Override
    public void completed(CompletedAttempt each, PromptSink prompt) {
      passed.add(each);
      prompts.add(prompt);
    }
  }

  private ExchangeObserver observer(@Nullable Dialect dialect) {
    Caller caller = new Caller("", "/v1/x", "", "", 1, "", null);
    return new ExchangeObserver(
        caller, new RouteNames("default", "chat"), dialect, recordingThread, inFlightGauge);
  }

  private static void feed(ExchangeObserver observer, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    observer.requestBody(bytes, 0, bytes.length);
  }

  private ExchangeObserver withRequest(@Nullable Dialect dialect, String body) {
    ExchangeObserver observer = observer(dialect);
    feed(observer, body);
    observer.requested(2);
    observer.attempt(Upstream.of("engine", "http://127.0.0.1:1"), 3);
    return observer;
  }

  private static void answer(ExchangeObserver observer, String header, String body) {
    byte[] head = ("HTTP/1.1 200 OK\r\n" + header + "\r\n").getBytes(StandardCharsets.US_ASCII);
    observer.responseHead(Objects.requireNonNull(ResponseHead.of(head)), 4);
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    observer.responseReadStarted(5);
    observer.answerBody().body(bytes, 0, bytes.length);
    observer.responseReadEnded(true);
  }

  private static String question(int filled) {
    return "{\"messages\":[{\"role\":\"user\",\"content\":\""
        + "x".repeat(filled)
        + "\"}],\"stream\":true}";
  }

  @Test
  void keepsNothingOfAnswersThatNobodyReads() {
    ExchangeObserver observer = withRequest(null, "{}");
    answer(observer, JSON, "y".repeat(500));
    assertThat(room.taken()).isZero();
    observer.ended(new ExchangeOutcome.Whole(false), 6);
    recordingThread.close();
    RequestRecord record = passed.getFirst().record();
    assertThat(record.outcome()).isEqualTo(new Outcome.Ok(""));
    assertThat(record.stamps().firstByteNanos()).isEqualTo(5);
    assertThat(record.stamps().endedNanos()).isEqualTo(6);
    assertThat(recordingThread.lost()).isZero();
  }

  @Test
  void givesTheRoomOfAnAnswerBackAtItsEnd() {
    ExchangeObserver observer = withRequest(CHAT, question(1));
    answer(
        observer,
        JSON,
        "{\"choices\":[{\"message\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}");
    observer.ended(new ExchangeOutcome.Whole(false), 6);
    recordingThread.close();
    assertThat(passed.getFirst().record().outcome()).isEqualTo(new Outcome.Ok("stop"));
    assertThat(room.taken()).isZero();
  }

  @Test
  void judgesNoAnswerThatThereWasNoRoomFor() {
    ExchangeObserver observer = withRequest(CHAT, question(1));
    answer(observer, JSON, "y".repeat(2_000));
    observer.ended(new ExchangeOutcome.Whole(false), 6);
    recordingThread.close();
    assertThat(passed).isEmpty();
    assertThat(recordingThread.lost()).isEqualTo(1);
    assertThat(room.taken()).isZero();
  }

  @Test
  void takesFromTheAnswerWhatABodyWithoutRoomDoesNotTell() {
    assertThat(room.reserve(1_000)).as("others have all of it").isTrue();
    ExchangeObserver observer = withRequest(CHAT, question(2_000));
    answer(observer, EVENTS, TOKEN);
    observer.ended(new ExchangeOutcome.Whole(false), 6);
    recordingThread.close();
    assertThat(passed.getFirst().understood()).isFalse();
    assertThat(passed.getFirst().record().streamed()).isTrue();
    assertThat(prompts).as("a prompt that was cut is no prompt").containsExactly(PromptSink.NONE);
    assertThat(recordingThread.truncatedBodies()).isEqualTo(1);
    assertThat(recordingThread.lost()).isZero();
  }

  /// A connect failure may come before a long prompt has arrived.
  @Test
  void takesDownAnAttemptThatWasOverBeforeTheQuestionCame() {
    ExchangeObserver observer = observer(CHAT);
    observer.attempt(Upstream.of("engine", "http://127.0.0.1:1"), 3);
    observer.attemptFailed(NO_CONNECTION, 4);
    observer.attempt(Upstream.of("engine", "http://127.0.0.1:1"), 4);
    feed(observer, question(1));
    observer.requested(50);
    observer.attemptFailed(NO_CONNECTION, 60);
    observer.attempt(Upstream.of("engine", "http://127.0.0.1:1"), 60);
    observer.ended(NO_CONNECTION, 61);
    recordingThread.close();

    assertThat(recordingThread.lost()).isZero();
    assertThat(passed)
        .extracting(
            each -> each.record().attempt(),
            each -> each.record().last(),
            CompletedAttempt::understood)
        .containsExactly(tuple(0, false, true), tuple(1, false, true), tuple(2, true, true));
    assertThat(passed.getFirst().record().stamps())
        .as("nobody waits a negative time")
        .returns(4L, Stamps::intendedNanos)
        .returns(4L, Stamps::endedNanos);
    assertThat(passed.getLast().record().stamps().intendedNanos()).isEqualTo(50);
  }

  @Test
  void countsWhatIsNotTakenDownOfAnExchangeThatItDidNotSeeToTheEnd() {
    ExchangeObserver observer = observer(CHAT);
    observer.attempt(Upstream.of("engine", "http://127.0.0.1:1"), 3);
    observer.attemptFailed(NO_CONNECTION, 4);
    observer.blinded();
    observer.ended(NO_CONNECTION, 5);
    recordingThread.close();
    assertThat(passed).isEmpty();
    assertThat(recordingThread.lost()).isEqualTo(1);
  }

  private static void more(ExchangeObserver observer, String body, long nanos) {
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    observer.responseReadStarted(nanos);
    observer.answerBody().body(bytes, 0, bytes.length);
    observer.responseReadEnded(true);
  }

  @Test
  void countsAStreamFromItsFirstTokenToItsEndEventAsItsRecordDoes() {
    ExchangeObserver observer = withRequest(CHAT, question(1));
    assertThat(inFlightGauge.now()).containsExactly(new InFlight("engine", 1, 1, 0));
    answer(observer, EVENTS, TOKEN);
    assertThat(inFlightGauge.now()).containsExactly(new InFlight("engine", 1, 0, 1));
    more(observer, TOKEN, 6);
    assertThat(inFlightGauge.now()).containsExactly(new InFlight("engine", 1, 0, 1));
    more(observer, "data: [DONE]\n\n", 7);
    assertThat(inFlightGauge.now())
        .as("its client takes the rest")
        .containsExactly(new InFlight("engine", 1, 0, 0));
    observer.ended(new ExchangeOutcome.Whole(false), 900);
    recordingThread.close();
    assertThat(inFlightGauge.now()).containsExactly(new InFlight("engine", 0, 0, 0));
    assertThat(passed.getFirst().record().stamps().firstTokenNanos()).isEqualTo(5);
    assertThat(passed.getFirst().record().stamps().endedNanos()).isEqualTo(7);
  }

  @Test
  void judgesNothingThatItDidNotSeeToTheEnd() {
    ExchangeObserver observer = withRequest(CHAT, question(1));
    answer(observer, EVENTS, TOKEN);
    observer.blinded();
    assertThat(inFlightGauge.total()).isEqualTo(1);
    observer.ended(new ExchangeOutcome.Whole(false), 6);
    recordingThread.close();
    assertThat(passed).isEmpty();
    assertThat(inFlightGauge.total()).isZero();
    assertThat(room.taken()).isZero();
    assertThat(recordingThread.oldestNanos()).isEqualTo(Long.MAX_VALUE);
  }
}
