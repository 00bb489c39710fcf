package dev.goodput.gateway.exchange;

import dev.goodput.record.GatewayInfo.Parting;
import dev.goodput.record.Stamps;
import dev.goodput.relay.ExchangeListener;
import dev.goodput.relay.ExchangeOutcome;
import dev.goodput.relay.Upstream;
import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.answer.AnswerReader;
import dev.goodput.wire.answer.RepeatedEventMatcher;
import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.http.BodySink;
import dev.goodput.wire.http.ResponseHead;
import dev.goodput.wire.sse.EventKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The observation of one exchange as it passes: stamps, counts, and the response's events.
final class ExchangeObserver implements ExchangeListener {
  private final Caller caller;
  private final RouteNames routeNames;
  private final @Nullable Dialect dialect;
  private final RecordingThread recordingThread;
  private final InFlightGauge inFlightGauge;
  private final RequestBody body;
  private AnswerReader answer;

  /// The matcher of the response reader. It is a field, so that a typical read touches little other
  /// memory.
  private RepeatedEventMatcher matcher;

  private long requestNanos = Stamps.ABSENT;
  private long requestBytes;
  private long answerBytes;
  private long firstWritten = Stamps.ABSENT;
  private long lastWritten = Stamps.ABSENT;
  private Attempt attempt = Attempt.NONE;
  private InFlightGauge.@Nullable UpstreamCount inFlight;

  /// Attempts that were over before the request was enqueued; they are enqueued after it.
  private List<AttemptResult> early = List.of();

  private boolean announced;
  private InFlightGauge.Stage stage = InFlightGauge.Stage.AWAITING;
  private boolean unseen;
  private int status;

  ExchangeObserver(
      Caller caller,
      RouteNames way,
      @Nullable Dialect dialect,
      RecordingThread recordingThread,
      InFlightGauge inFlightGauge) {
    this.caller = caller;
    this.routeNames = way;
    this.dialect = dialect;
    this.recordingThread = recordingThread;
    this.inFlightGauge = inFlightGauge;
    this.body = new RequestBody(recordingThread.room());
    this.answer = newAnswerReader();
    this.matcher = answer.matcher();
  }

  private AnswerReader newAnswerReader() {
    Dialect dialectOfRequest = dialect;
    return dialectOfRequest == null
        ? new AnswerReader(
            false, new AnswerLog(false), _ -> new IgnoringParser(), recordingThread.room())
        : new AnswerReader(
            true,
            new AnswerLog(false),
            sink -> dialectOfRequest.newParser(sink, false),
            recordingThread.room());
  }

  Caller caller() {
    return caller;
  }

  RouteNames routeNames() {
    return routeNames;
  }

  @Nullable Dialect dialect() {
    return dialect;
  }

  RequestBody body() {
    return body;
  }

  /// Returns whether all of the request arrived before the exchange was over.
  boolean complete() {
    return Stamps.present(requestNanos);
  }

  /// Returns when the request was complete; if it never was, when it began.
  long requestedAt() {
    return Stamps.present(requestNanos) ? requestNanos : caller.receivedNanos();
  }

  long requestBytes() {
    return requestBytes;
  }

  @Override
  public void requestBody(byte[] bytes, int from, int to) {
    requestBytes += to - from;
    if (dialect != null && !announced) {
      body.add(bytes, from, to);
    }
  }

  @Override
  public void requested(long nanos) {
    // A server may answer before the end of a body has arrived; a wait is never negative.
    long answered = answer.headersAt();
    requestNanos = Stamps.present(answered) ? Math.min(answered, nanos) : nanos;
    announce();
  }

  /// From here on the body belongs to the observer's thread.
  private void announce() {
    if (!announced) {
      announced = true;
      recordingThread.announced(this);
      early.forEach(this::put);
      early = List.of();
    }
  }

  @Override
  public void attempt(Upstream upstream, long nanos) {
    attempt = new Attempt(attempt.number() + 1, upstream.name(), nanos);
    InFlightGauge.UpstreamCount joined = inFlightGauge.of(upstream.name());
    joined.enters();
    inFlight = joined;
  }

  @Override
  public void connected(boolean reused, long nanos) {
    attempt.connectedNanos = nanos;
    if (!reused) {
      recordingThread.connected(attempt.upstream(), nanos);
    }
  }

  @Override
  public void sent(long nanos) {
    attempt.sentNanos = nanos;
  }

  @Override
  public void responseHead(ResponseHead head, long nanos) {
    status = head.status();
    answer.startRead(nanos);
    answer.head(head);
  }

  @Override
  public int skim(byte[] bytes, int to, long nanos) {
    return matcher.matchChunks(bytes, to, nanos);
  }

  @Override
  public void responseReadStarted(long nanos) {
    answer.startRead(nanos);
  }

  @Override
  public BodySink answerBody() {
    return answer;
  }

  @Override
  public void responseReadEnded(boolean betweenChunks) {
    answer.endRead(betweenChunks);
    InFlightGauge.UpstreamCount joined = inFlight;
    InFlightGauge.Stage reached = reached(answer.log());
    if (joined != null && reached != stage) {
      joined.moves(stage, reached);
      stage = reached;
    }
  }

  /// By the record's stamps: a response streams from its first token to its end.
  private static InFlightGauge.Stage reached(AnswerLog log) {
    if (!Stamps.present(log.firstToken())) {
      return InFlightGauge.Stage.AWAITING;
    }
    return log.ended() ? InFlightGauge.Stage.COMPLETE : InFlightGauge.Stage.STREAMING;
  }

  @Override
  public void written(int bytes, long nanos) {
    answerBytes += bytes;
    lastWritten = nanos;
    if (!Stamps.present(firstWritten)) {
      firstWritten = nanos;
    }
  }

  @Override
  public void attemptFailed(ExchangeOutcome ending, long nanos) {
    leaveGauge();
    close(ending, nanos, Parting.RETRIED);
    answer.release();
    answer = newAnswerReader();
    matcher = answer.matcher();
    status = 0;
  }

  @Override
  public void blinded() {
    unseen = true;
  }

  /// An exchange may be over before all of its request arrived; then the part that arrived is read.
  @Override
  public void ended(ExchangeOutcome ending, long nanos) {
    try {
      leaveGauge();
      if (unseen) {
        early.forEach(_ -> recordingThread.missed());
      } else {
        announce();
        close(ending, nanos, OutcomeClassifier.parting(ending, answer));
      }
    } finally {
      answer.release();
      recordingThread.over(this);
    }
  }

  private void leaveGauge() {
    InFlightGauge.UpstreamCount left = inFlight;
    inFlight = null;
    if (left != null) {
      left.leaves(stage);
    }
    stage = InFlightGauge.Stage.AWAITING;
  }

  private void close(ExchangeOutcome ending, long nanos, Parting parting) {
    int reported = OutcomeClassifier.status(ending, status);
    AttemptResult over =
        new AttemptResult(
            attempt,
            answer,
            OutcomeClassifier.outcome(ending, answer, dialect != null, nanos),
            nanos,
            parting,
            reported,
            firstWritten,
            lastWritten,
            answerBytes);
    if (announced) {
      put(over);
    } else {
      early = new ArrayList<>(early);
      early.add(over);
    }
  }

  private void put(AttemptResult over) {
    if (over.answer().unparsed()) {
      recordingThread.missed();
    } else {
      recordingThread.attempted(this, over);
    }
  }

  /// A parser that ignores responses without a dialect.
  private static final class IgnoringParser implements AnswerParser {
    @Override
    public boolean wantsBody() {
      return false;
    }

    @Override
    public void event(byte[] bytes, int from, int to, EventKind kind, boolean complete) {}

    @Override
    public void wholeBody(byte[] bytes, int from, int to) {}

    @Override
    public void finished() {}
  }
}
