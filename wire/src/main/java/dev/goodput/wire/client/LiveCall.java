package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.record.Outcome.Timeout.Stage;
import dev.goodput.record.Stamps;
import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.answer.RepeatedEventMatcher;
import dev.goodput.wire.dial.ConnectionErrors;
import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.AnswerSink;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One exchange, from [LlmClient#send] to its [Exchange].
final class LiveCall implements Call, DeadlineWheel.Expiring {
  /// How long to wait for the end of the body after the end event, if the caller may want to reuse
  /// this connection.
  private static final long LINGER_NANOS = 5_000_000;

  /// How long to wait for an end event after an error event.
  private static final long ERROR_EVENT_NANOS = 20_000_000;

  /// How long to wait for the body of an error status.
  private static final long ERROR_BODY_NANOS = 1_000_000_000;

  private final LlmClient client;
  private final CallListener listener;
  private final boolean stream;
  private final long startedAt;
  private final DeadlineWheel.Entry entry = new DeadlineWheel.Entry(this);
  private final Function<AnswerSink, AnswerParser> parsers;
  private ResponseReader reader;

  /// The reader's matcher, kept here so that a typical read touches little else.
  private RepeatedEventMatcher matcher;

  /// The transport of this call.
  private @Nullable CallTransport connection;

  /// Abandons the connection that is being made for this call.
  private @Nullable Runnable attempt;

  /// The request; kept as long as the connection may turn out to be stale.
  private @Nullable Request request;

  private long connectFrom;
  private long connectedAt = Stamps.ABSENT;
  private long sentAt = Stamps.ABSENT;
  private long lingerUntil = Long.MAX_VALUE;
  private int notifiedEvents;

  /// Content events of the current read that the listener has not been notified of.
  private int pendingEvents;

  private boolean retried;
  private boolean ended;

  LiveCall(
      LlmClient client,
      Request request,
      boolean stream,
      Function<AnswerSink, AnswerParser> parsers,
      CallListener listener) {
    this.client = client;
    this.request = request;
    this.stream = stream;
    this.parsers = parsers;
    this.listener = listener;
    this.startedAt = client.now();
    this.connectFrom = startedAt;
    this.reader = newReader();
    this.matcher = reader.matcher;
  }

  private ResponseReader newReader() {
    return new ResponseReader(stream, new AnswerLog(client.keepsText()), parsers);
  }

  ResponseReader reader() {
    return reader;
  }

  boolean ended() {
    return ended;
  }

  @Nullable Request request() {
    return request;
  }

  @Override
  public void cancel() {
    if (!ended) {
      leave(new Outcome.Cancelled(), client.now());
    }
  }

  /// Notes that a connection is being made for this call; it is abandoned if the call ends first.
  void connecting(Runnable onCancel) {
    attempt = onCancel;
  }

  void connectsFrom(long now) {
    connectFrom = now;
    watch(now);
  }

  long connectFrom() {
    return connectFrom;
  }

  void connected(CallTransport to, long now) {
    connection = to;
    attempt = null;
    connectedAt = now;
    watch(now);
  }

  void sent(long now) {
    sentAt = now;
    if (ended) {
      return;
    }
    if (connection == null || !(connection.reused() || connection.refusable())) {
      request = null;
    }
    watch(now);
  }

  /// Consumes as much of a read as matches earlier events. Returns the index where the reader has
  /// to continue.
  int skim(byte[] bytes, int to, long now) {
    int at = ended ? 0 : matcher.matchChunks(bytes, to, now);
    if (at > 0) {
      pendingEvents += matcher.matchedEvents();
    }
    return at;
  }

  /// Does the same for a body without HTTP chunks.
  int skimEvents(byte[] bytes, int to, long now) {
    int at = ended ? 0 : matcher.matchEvents(bytes, to, now);
    if (at > 0) {
      pendingEvents += matcher.matchedEvents();
    }
    return at;
  }

  /// Notifies the listener of the content of a socket read, once for the whole read.
  void notifyContent() {
    int events = pendingEvents;
    if (events > 0) {
      pendingEvents = 0;
      notifiedEvents += events;
      listener.content(events);
    }
  }

  /// Notifies the listener of all content it has not been notified of.
  private void notifyOfAll() {
    pendingEvents = reader.log.contentEvents() - notifiedEvents;
    notifyContent();
  }

  /// Handles the end of a socket read: notifies of content, and of the end.
  void wasRead(CallTransport from, long now) {
    if (request != null && reader.hasStarted()) {
      request = null;
    }
    boolean waited = notifiedEvents == 0;
    notifyOfAll();
    if (ended) {
      return;
    }
    if (waited && notifiedEvents > 0) {
      watch(now);
    }
    if (reader.answer.complete()) {
      from.released(reader.reusable());
      finish(reader.answer.outcome(), reader.log.ended() ? reader.log.endEvent() : now);
    } else if (reader.answer.settled() && lingerUntil == Long.MAX_VALUE) {
      settled(from, now);
    }
  }

  /// Handles a known outcome while the body continues. The caller is notified at once if another
  /// connection is available or this one will not be reused.
  private void settled(CallTransport from, long now) {
    boolean whole = reader.log.ended();
    if (whole && (!reader.keepsAlive() || !client.waitsForBodies())) {
      leaveToDrain(from);
      return;
    }
    lingerUntil =
        now
            + (whole
                ? LINGER_NANOS
                : reader.answer.failed() ? ERROR_BODY_NANOS : ERROR_EVENT_NANOS);
    watch(now);
  }

  private void leaveToDrain(@Nullable CallTransport from) {
    if (from != null) {
      from.drain();
    }
    finish(reader.answer.outcome(), settledAt());
  }

  /// Handles the end of a body, or the end of waiting for it. Both show how late this server ends
  /// its bodies.
  void bodyEnded(long now) {
    if (reader.log.ended()) {
      client.bodyEndsLate(now - reader.log.endEvent() >= LINGER_NANOS);
    }
  }

  private long settledAt() {
    return reader.log.ended() ? reader.log.endEvent() : reader.answer.lastReadAt();
  }

  /// Handles the loss of the connection during the call.
  void lost(CallTransport from, @Nullable Throwable cause, long now) {
    if (ended) {
      return;
    }
    if (!retried && !reader.hasStarted() && request != null && now <= staleUntil(from)) {
      sendAgain();
    } else {
      broken(cause, now);
    }
  }

  /// Handles a server that reports that it never processed the request, so that the request can be
  /// sent again without being served twice.
  void turnedAway(String why, long now) {
    if (ended) {
      return;
    }
    if (!retried && !reader.hasStarted() && request != null) {
      sendAgain();
    } else {
      reader.answer.finishLog();
      finish(new Outcome.Refused(why), now);
    }
  }

  /// Handles a response that the server broke off.
  ///
  /// @param cause null if it ended without an error
  void broken(@Nullable Throwable cause, long now) {
    if (ended) {
      return;
    }
    if (cause == null) {
      // The end may complete a response that is not streamed, or its last event.
      reader.endOfInput(now);
      notifyOfAll();
      if (ended) {
        return;
      }
    }
    if (reader.answer.complete() || reader.answer.settled()) {
      finish(reader.answer.outcome(), reader.log.ended() ? reader.log.endEvent() : now);
    } else {
      reader.answer.finishLog();
      finish(
          ConnectionErrors.broken(cause, "the server closed the connection without an answer"),
          now);
    }
  }

  /// Returns until when a lost connection means that the server had closed it before the request
  /// arrived. Later the server may have processed the request, and sending it again would duplicate
  /// it.
  private long staleUntil(@Nullable CallTransport held) {
    if (held == null || !held.reused() || !client.pooled()) {
      return Long.MIN_VALUE;
    }
    return (Stamps.present(sentAt) ? sentAt : connectedAt) + held.staleNanos();
  }

  private void sendAgain() {
    retried = true;
    connectedAt = Stamps.ABSENT;
    sentAt = Stamps.ABSENT;
    connection = null;
    reader = newReader();
    matcher = reader.matcher;
    client.sendAgain(this);
  }

  /// Handles a failure to connect.
  void notConnected(Throwable cause, long now) {
    if (!ended) {
      finish(ConnectionErrors.connecting(cause), now);
    }
  }

  private void leave(Outcome outcome, long now) {
    reader.answer.finishLog();
    CallTransport held = connection;
    connection = null;
    if (held != null) {
      held.abandon();
    }
    Runnable making = attempt;
    if (making != null) {
      making.run();
    }
    finish(outcome, now);
  }

  private void finish(Outcome outcome, long endedAt) {
    ended = true;
    request = null;
    connection = null;
    attempt = null;
    client.forget(this, entry);
    listener.ended(exchange(outcome, endedAt));
  }

  private Exchange exchange(Outcome outcome, long endedAt) {
    AnswerLog log = reader.log;
    return new Exchange(
        connectedAt,
        sentAt,
        reader.answer.headersAt(),
        reader.answer.firstByteAt(),
        log.firstToken(),
        log.firstAnswer(),
        log.lastToken(),
        endedAt,
        log.chunks(),
        log.reasoningChunks(),
        log.tokens(),
        client.redaction().clean(outcome),
        log.text(),
        log.otherText(),
        RetryAfter.seconds(reader.responseHead()));
  }

  void watch(long now) {
    client.watch(entry, now);
  }

  @Override
  public long deadlineNanos() {
    long known = Math.min(limit(), lingerUntil);
    return request != null && Stamps.present(sentAt) && !refusable()
        ? Math.min(known, staleUntil(connection))
        : known;
  }

  private boolean refusable() {
    return connection != null && connection.refusable();
  }

  private long limit() {
    Timeouts limits = client.timeouts();
    return Math.min(after(startedAt, limits.totalNanos()), stageDeadline(limits));
  }

  private long stageDeadline(Timeouts limits) {
    if (!Stamps.present(connectedAt)) {
      return after(connectFrom, limits.connectNanos());
    }
    if (notifiedEvents == 0) {
      return after(Stamps.present(sentAt) ? sentAt : connectedAt, limits.firstTokenNanos());
    }
    return after(reader.answer.lastReadAt(), limits.idleNanos());
  }

  private static long after(long moment, long limit) {
    return limit <= 0 ? Long.MAX_VALUE : moment + limit;
  }

  @Override
  public void expired(long now) {
    if (lingerUntil <= now) {
      bodyEnded(now);
      leaveToDrain(connection);
    } else if (limit() > now) {
      request = null;
      watch(now);
    } else if (reader.answer.settled()) {
      leave(reader.answer.outcome(), settledAt());
    } else {
      leave(new Outcome.Timeout(stage(now)), now);
    }
  }

  private Stage stage(long now) {
    if (after(startedAt, client.timeouts().totalNanos()) <= now) {
      return Stage.TOTAL;
    }
    if (!Stamps.present(connectedAt)) {
      return Stage.CONNECT;
    }
    return notifiedEvents == 0 ? Stage.FIRST_TOKEN : Stage.IDLE;
  }
}
