package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.record.Outcome.Timeout.Stage;
import dev.goodput.record.Stamps;
import dev.goodput.wire.dialect.AnswerParser;
import dev.goodput.wire.dialect.AnswerSink;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One exchange from [LlmClient#send] to its [Exchange].
final class LiveCall implements Call, DeadlineWheel.Expiring {
  /// How long the body may go on after the end event before the caller hears of the end.
  private static final long LINGER_NANOS = 20_000_000;

  private final LlmClient client;
  private final CallListener listener;
  private final boolean stream;
  private final long startedAt;
  private final DeadlineWheel.Entry entry = new DeadlineWheel.Entry(this);
  private final Function<AnswerSink, AnswerParser> parsers;
  private ResponseReader reader;
  private @Nullable Connection connection;

  /// What is sent; kept until an answer begins, for a connection that turns out to be stale.
  private byte @Nullable [] request;

  private long connectedAt = Stamps.ABSENT;
  private long sentAt = Stamps.ABSENT;
  private long lingerUntil = Long.MAX_VALUE;
  private int toldEvents;
  private boolean retried;
  private boolean ended;

  LiveCall(
      LlmClient client,
      byte[] request,
      boolean stream,
      Function<AnswerSink, AnswerParser> parsers,
      CallListener listener) {
    this.client = client;
    this.request = request;
    this.stream = stream;
    this.parsers = parsers;
    this.listener = listener;
    this.startedAt = client.now();
    this.reader = newReader();
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

  byte @Nullable [] request() {
    return request;
  }

  @Override
  public long contentEvents() {
    return reader.log.contentEvents();
  }

  @Override
  public void cancel() {
    if (!ended) {
      leave(new Outcome.Cancelled(), client.now());
    }
  }

  void connected(Connection to, long now) {
    connection = to;
    connectedAt = now;
    watch(now);
  }

  void sent(long now) {
    sentAt = now;
    if (!ended) {
      watch(now);
    }
  }

  /// A socket read was taken in: tells of content, and of the end.
  void wasRead(Connection from, long now) {
    if (request != null && reader.begun()) {
      request = null;
    }
    int events = reader.log.contentEvents() - toldEvents;
    if (events > 0) {
      boolean first = toldEvents == 0;
      toldEvents += events;
      if (first) {
        watch(now);
      }
      listener.content(events);
    }
    if (ended) {
      return;
    }
    if (reader.complete()) {
      from.released(reader.reusable());
      finish(reader.outcome(), reader.log.ended() ? reader.log.endEvent : now);
    } else if (reader.log.ended() && lingerUntil == Long.MAX_VALUE) {
      lingerUntil = now + LINGER_NANOS;
      watch(now);
    }
  }

  /// The connection ended under the call.
  void lost(Connection from, @Nullable Throwable cause, long now) {
    if (ended) {
      return;
    }
    if (from.reused() && !retried && !reader.begun() && request != null) {
      retried = true;
      connectedAt = Stamps.ABSENT;
      sentAt = Stamps.ABSENT;
      connection = null;
      reader = newReader();
      client.connect(this);
      return;
    }
    if (cause == null) {
      reader.endOfInput(now);
    }
    boolean answered = reader.log.ended() || reader.complete();
    if (answered) {
      finish(reader.outcome(), reader.log.ended() ? reader.log.endEvent : now);
    } else if (reader.responseHead() != null && !reader.responseHead().successful()) {
      finish(reader.outcome(), now);
    } else {
      reader.leave();
      finish(Failure.broken(cause, "the server closed the connection without an answer"), now);
    }
  }

  /// No connection could be made.
  void notConnected(Throwable cause, long now) {
    if (!ended) {
      finish(Failure.connecting(cause), now);
    }
  }

  private void leave(Outcome outcome, long now) {
    reader.leave();
    Connection held = connection;
    connection = null;
    if (held != null) {
      held.abandon();
    }
    finish(outcome, now);
  }

  private void finish(Outcome outcome, long endedAt) {
    ended = true;
    request = null;
    connection = null;
    client.forget(this, entry);
    listener.ended(exchange(outcome, endedAt));
  }

  private Exchange exchange(Outcome outcome, long endedAt) {
    AnswerLog log = reader.log;
    return new Exchange(
        connectedAt,
        sentAt,
        reader.headersAt(),
        reader.firstByteAt(),
        log.firstToken,
        log.firstAnswer,
        log.lastToken,
        endedAt,
        log.chunks(),
        log.reasoningChunks,
        log.tokens,
        outcome,
        log.text(),
        log.otherText(),
        RetryAfter.seconds(reader.responseHead()));
  }

  void watch(long now) {
    client.watch(entry, now);
  }

  @Override
  public long deadlineNanos() {
    Timeouts limits = client.timeouts();
    long total = after(startedAt, limits.totalNanos());
    return Math.min(Math.min(total, lingerUntil), stageDeadline(limits));
  }

  private long stageDeadline(Timeouts limits) {
    if (!Stamps.present(connectedAt)) {
      return after(startedAt, limits.connectNanos());
    }
    if (toldEvents == 0) {
      return after(Stamps.present(sentAt) ? sentAt : connectedAt, limits.firstTokenNanos());
    }
    return after(reader.lastReadAt(), limits.idleNanos());
  }

  private static long after(long moment, long limit) {
    return limit <= 0 ? Long.MAX_VALUE : moment + limit;
  }

  @Override
  public void expired(long now) {
    if (lingerUntil <= now) {
      Connection held = connection;
      if (held != null) {
        held.drain();
      }
      finish(reader.outcome(), reader.log.endEvent);
      return;
    }
    leave(new Outcome.Timeout(stage(now)), now);
  }

  private Stage stage(long now) {
    if (after(startedAt, client.timeouts().totalNanos()) <= now) {
      return Stage.TOTAL;
    }
    if (!Stamps.present(connectedAt)) {
      return Stage.CONNECT;
    }
    return toldEvents == 0 ? Stage.FIRST_TOKEN : Stage.IDLE;
  }
}
