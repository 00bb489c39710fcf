package dev.goodput.metrics.testing;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes one record; times are milliseconds since the run began. Without more said it is an `ok`
/// streamed request of an open loop that was sent when it was intended and whose usage is missing.
public final class RequestMaker {
  private static final long MILLI = 1_000_000;

  private record Chunk(long nanos, Channel channel, int tokens) {}

  private final List<Chunk> chunks = new ArrayList<>();
  private long id;
  private int level;
  private int attempt;
  private boolean last = true;
  private boolean streamed = true;
  private LatencyOrigin start = LatencyOrigin.INTENDED;
  private RequestSpec requested = new RequestSpec(0, 0, 1, -1, -1);
  private long intended;
  private long due = Stamps.ABSENT;
  private long dispatched = Stamps.ABSENT;
  private long sent = Stamps.ABSENT;
  private long ended = Stamps.ABSENT;
  private TokenCounts tokens = TokenCounts.NONE;
  private Outcome outcome = new Outcome.Ok("stop");
  private boolean neverSent;
  private boolean neverWhole;
  private @Nullable GatewayInfo passage;

  private RequestMaker() {}

  public static RequestMaker at(double millis) {
    RequestMaker maker = new RequestMaker();
    maker.intended = nanos(millis);
    return maker;
  }

  private static long nanos(double millis) {
    return Math.round(millis * MILLI);
  }

  public RequestMaker id(long value) {
    id = value;
    return this;
  }

  public RequestMaker level(int value) {
    level = value;
    return this;
  }

  public RequestMaker attempt(int value, boolean isLast) {
    attempt = value;
    last = isLast;
    return this;
  }

  public RequestMaker closed() {
    start = LatencyOrigin.DUE;
    return this;
  }

  public RequestMaker notStreamed() {
    streamed = false;
    return this;
  }

  public RequestMaker due(double millis) {
    due = nanos(millis);
    return this;
  }

  public RequestMaker dispatched(double millis) {
    dispatched = nanos(millis);
    return this;
  }

  public RequestMaker sent(double millis) {
    sent = nanos(millis);
    return this;
  }

  /// One content event of the answer at each of the times, tokens unknown.
  public RequestMaker chunks(double... millis) {
    for (double at : millis) {
      chunk(at, Channel.ANSWER, TokenCounts.UNKNOWN);
    }
    return this;
  }

  public RequestMaker chunk(double millis, Channel channel, int count) {
    return chunkNanos(nanos(millis), channel, count);
  }

  public RequestMaker chunkNanos(long nanos, Channel channel, int count) {
    chunks.add(new Chunk(nanos, channel, count));
    return this;
  }

  public RequestMaker ended(double millis) {
    ended = nanos(millis);
    return this;
  }

  public RequestMaker usage(int input, int output) {
    return tokens(TokenCounts.ofUsage(input, output, -1, -1, -1));
  }

  public RequestMaker tokens(TokenCounts counts) {
    tokens = counts;
    return this;
  }

  public RequestMaker requested(int input, int output) {
    requested =
        new RequestSpec(requested.session(), requested.turn(), requested.turns(), input, output);
    return this;
  }

  public RequestMaker session(long session, int turn, int turns) {
    requested =
        new RequestSpec(session, turn, turns, requested.inputTokens(), requested.outputTokens());
    return this;
  }

  /// An upstream was asked, or was to be, and the request was not written to its end.
  public RequestMaker neverWhole() {
    neverWhole = true;
    return this;
  }

  public RequestMaker outcome(Outcome value) {
    outcome = value;
    neverSent = value instanceof Outcome.Unsent;
    return this;
  }

  public RequestMaker passage(GatewayInfo value) {
    passage = value;
    return this;
  }

  /// Passed through a gateway, which judged it by that class.
  public RequestMaker sloClass(String name) {
    return passage(
        new GatewayInfo("", "", "", "", "", name, 0, 0, 0, 0, 0, GatewayInfo.Parting.DELIVERED));
  }

  public RequestRecord make() {
    ChunkLog.Builder log = new ChunkLog.Builder();
    int reasoning = 0;
    for (Chunk chunk : chunks) {
      log.add(chunk.nanos(), chunk.channel(), chunk.tokens());
      reasoning += chunk.channel() == Channel.REASONING ? 1 : 0;
    }
    return new RequestRecord(
        id,
        level,
        attempt,
        last,
        streamed,
        start,
        requested,
        stamps(),
        log.build(),
        tokens,
        reasoning,
        outcome,
        passage);
  }

  private Stamps stamps() {
    long dueAt = due == Stamps.ABSENT ? intended : due;
    long dispatchedAt = dispatched == Stamps.ABSENT ? dueAt : dispatched;
    long sentAt = sent == Stamps.ABSENT ? dispatchedAt : sent;
    long first = chunks.isEmpty() ? Stamps.ABSENT : chunks.getFirst().nanos();
    long lastToken = chunks.isEmpty() ? Stamps.ABSENT : chunks.getLast().nanos();
    return new Stamps(
        intended,
        dueAt,
        neverSent ? Stamps.ABSENT : dispatchedAt,
        neverSent ? Stamps.ABSENT : dispatchedAt,
        neverSent || neverWhole ? Stamps.ABSENT : sentAt,
        first,
        first,
        first,
        firstAnswer(),
        lastToken,
        ended == Stamps.ABSENT ? lastToken : ended);
  }

  private long firstAnswer() {
    for (Chunk chunk : chunks) {
      if (chunk.channel() == Channel.ANSWER) {
        return chunk.nanos();
      }
    }
    return Stamps.ABSENT;
  }
}
