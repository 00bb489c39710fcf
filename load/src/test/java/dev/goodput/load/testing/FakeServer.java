package dev.goodput.load.testing;

import dev.goodput.load.Sender;
import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.Timer;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A server in fake time: each request is answered by plan, token by token.
public final class FakeServer implements Sender {
  private final FakeLoop loop;
  private final IntFunction<Answer> answers;
  private final List<String> bodies = new ArrayList<>();
  private final List<OpenedAhead> prewarmed = new ArrayList<>();
  private int inFlight;
  private int peak;
  private long sendNanos;
  private int refusedLocally;
  private boolean connected;

  /// A call to open connections ahead, and its time.
  public record OpenedAhead(long atNanos, boolean keepText, int idle, int most, long untilNanos) {}

  /// The answer to one request.
  ///
  /// @param firstNanos time until the first token, or until the failure
  /// @param gapNanos time between tokens
  /// @param tokens number of tokens, one per event
  /// @param failure outcome of a failed exchange, null for a success
  /// @param retryAfterSeconds the Retry-After, -1 for none
  public record Answer(
      long firstNanos,
      long gapNanos,
      int tokens,
      @Nullable Outcome failure,
      int retryAfterSeconds) {

    /// A successful answer.
    public static Answer of(long firstNanos, long gapNanos, int tokens) {
      return new Answer(firstNanos, gapNanos, tokens, null, -1);
    }

    /// A failure after a while.
    public static Answer failing(long nanos, Outcome failure) {
      return new Answer(nanos, 0, 0, failure, -1);
    }
  }

  /// @param answers the answer by the number of the request at this server, from 0
  public FakeServer(FakeLoop loop, IntFunction<Answer> answers) {
    this.loop = loop;
    this.answers = answers;
  }

  /// Returns the bodies, in the order of arrival.
  public List<String> bodies() {
    return List.copyOf(bodies);
  }

  /// Returns the most requests at once.
  public int peak() {
    return peak;
  }

  /// Sets how long each send keeps the loop busy.
  public void setSendNanos(long nanos) {
    sendNanos = nanos;
  }

  /// Sets whether each request finds an open connection.
  public void setConnected(boolean now) {
    connected = now;
  }

  @Override
  public boolean connected(boolean keepText) {
    return connected;
  }

  /// Returns the calls to open connections ahead, in order.
  public List<OpenedAhead> prewarmed() {
    return List.copyOf(prewarmed);
  }

  @Override
  public void openAhead(boolean keepText, int idle, int most, long untilNanos) {
    prewarmed.add(new OpenedAhead(loop.nanoTime(), keepText, idle, most, untilNanos));
  }

  /// Counts the requests refused with the words "no port left".
  @Override
  public int refusedLocally() {
    return refusedLocally;
  }

  @Override
  public Call send(byte[] body, boolean stream, boolean keepText, CallListener listener) {
    Answer answer = answers.apply(bodies.size());
    bodies.add(new String(body, StandardCharsets.UTF_8));
    inFlight++;
    loop.stall(sendNanos);
    peak = Math.max(peak, inFlight);
    return new FakeCall(answer, keepText, listener);
  }

  private final class FakeCall implements Call {
    private final Answer answer;
    private final boolean keepText;
    private final CallListener listener;
    private final ChunkLog.Builder chunks = new ChunkLog.Builder();
    private final long sent = loop.nanoTime();
    private long firstToken = Stamps.ABSENT;
    private long lastToken = Stamps.ABSENT;
    private boolean over;
    private Timer timer;

    FakeCall(Answer answer, boolean keepText, CallListener listener) {
      this.answer = answer;
      this.keepText = keepText;
      this.listener = listener;
      this.timer = loop.at(sent + answer.firstNanos, this::step);
    }

    private void step() {
      Outcome failure = answer.failure;
      if (failure != null) {
        end(failure);
        return;
      }
      long now = loop.nanoTime();
      firstToken = firstToken == Stamps.ABSENT ? now : firstToken;
      lastToken = now;
      chunks.add(now, Channel.ANSWER, TokenCounts.UNKNOWN);
      timer = loop.at(now + answer.gapNanos, this::step);
      listener.content(1);
      if (!over && chunks.count() == answer.tokens) {
        timer.cancel();
        end(new Outcome.Ok("stop"));
      }
    }

    private void end(Outcome outcome) {
      over = true;
      inFlight--;
      int count = chunks.count();
      boolean refused = outcome instanceof Outcome.Refused;
      refusedLocally += refused && outcome.detail().equals("no port left") ? 1 : 0;
      listener.ended(
          new Exchange(
              refused ? Stamps.ABSENT : sent,
              refused ? Stamps.ABSENT : sent,
              firstToken,
              firstToken,
              firstToken,
              firstToken,
              lastToken,
              loop.nanoTime(),
              chunks.build(),
              0,
              TokenCounts.ofUsage(1, count, 0, 0, 0),
              outcome,
              keepText ? "reply " + bodies.size() : null,
              keepText ? "" : null,
              answer.retryAfterSeconds));
    }

    @Override
    public void cancel() {
      if (!over) {
        timer.cancel();
        end(new Outcome.Cancelled());
      }
    }
  }
}
