package dev.goodput.report;

import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// A log with an invented, seeded run in it: a server that gets slower with load, whose answers
/// stall now and then and sometimes fail.
public final class InventedLog implements LogSource {
  private static final long MILLI = 1_000_000;

  private final List<LogEntry> entries = new ArrayList<>();
  private final Random random = new Random(42);
  private Shape shape;
  private String arrivals = "poisson";
  private long originNanos;
  private long id;
  private boolean bounded = true;
  private int wholeEvery;
  private int streamedEvery;
  private double servedPerSecond;
  private long freeNanos;
  private Outcome failure;

  /// What the run is like.
  ///
  /// @param seconds how long each level lasts
  /// @param failShare the share of requests that fail
  /// @param lagMillis how late the client takes arrivals up
  /// @param capWaitMillis how long requests wait in the client before they are sent
  /// @param streamed whether answers are streamed
  /// @param detail what a failing server says
  public record Shape(
      int seconds,
      double failShare,
      double lagMillis,
      double capWaitMillis,
      boolean streamed,
      String detail) {
    /// Half a minute of a good server.
    public static final Shape GOOD = new Shape(30, 0.008, 0.03, 0, true, "overloaded");
  }

  /// An empty log for runs of one shape.
  public InventedLog(Shape shape) {
    this.shape = shape;
    this.failure = new Outcome.HttpError(503, shape.detail());
  }

  /// Levels from now on are of arrivals by that name.
  public InventedLog arriving(String name) {
    arrivals = name;
    return this;
  }

  /// Adds a level of Poisson arrivals.
  public InventedLog open(int level, double rate, int maxInFlight) {
    long begin = originNanos;
    entries.add(new LevelStarted(level, begin, arrivals, "", rate, 0, maxInFlight));
    arrive(level, begin, rate);
    return end(level, begin);
  }

  /// Adds users' own traffic as a gateway saw it, of so many requests per second.
  public InventedLog observed(double rate) {
    long begin = originNanos;
    entries.add(new LevelStarted(0, begin, ArrivalKind.OBSERVED.word(), "", Double.NaN, 0, 0));
    arrive(0, begin, rate);
    return end(0, begin);
  }

  /// Adds one level of Poisson arrivals, in whose second half nobody listens any more.
  public InventedLog died(double rate) {
    long begin = originNanos;
    entries.add(new LevelStarted(0, begin, "poisson", "", rate, 0, 0));
    arrive(0, begin, rate);
    failing(1.1).refusing();
    arrive(0, begin + shape.seconds() * 1000L * MILLI, rate);
    return end(0, begin);
  }

  private void arrive(int level, long begin, double rate) {
    double at = -Math.log(1 - random.nextDouble()) / rate;
    while (at <= shape.seconds()) {
      request(level, begin + (long) (at * 1e9), LatencyOrigin.INTENDED, rate);
      at -= Math.log(1 - random.nextDouble()) / rate;
    }
  }

  /// From here on another share of the requests fails.
  public InventedLog failing(double share) {
    shape =
        new Shape(
            shape.seconds(),
            share,
            shape.lagMillis(),
            shape.capWaitMillis(),
            shape.streamed(),
            shape.detail());
    return this;
  }

  /// From here on the client takes arrivals up so much too late.
  public InventedLog lagging(double millis) {
    shape =
        new Shape(
            shape.seconds(),
            shape.failShare(),
            millis,
            shape.capWaitMillis(),
            shape.streamed(),
            shape.detail());
    return this;
  }

  /// From here on nobody listens where a request fails.
  public InventedLog refusing() {
    failure = new Outcome.Refused("nobody listens");
    return this;
  }

  /// From here on users leave where a request would fail.
  public InventedLog cancelling() {
    failure = new Outcome.Cancelled();
    return this;
  }

  /// From here on no length of answers is asked for.
  public InventedLog unbounded() {
    bounded = false;
    return this;
  }

  /// From here on every answer but every so many-th comes whole though a stream was asked for.
  public InventedLog wholeExcept(int requests) {
    streamedEvery = requests;
    return this;
  }

  private boolean streams() {
    boolean one = streamedEvery == 0 || id % streamedEvery == 0;
    return shape.streamed() && one && (wholeEvery == 0 || id % wholeEvery != 0);
  }

  /// From here on requests queue up at the server, which begins to answer so many in a second.
  public InventedLog serving(double perSecond) {
    servedPerSecond = perSecond;
    return this;
  }

  private long begun(long sent) {
    if (servedPerSecond == 0) {
      return sent;
    }
    long begun = Math.max(sent, freeNanos);
    freeNanos = begun + (long) (1e9 / servedPerSecond);
    return begun;
  }

  /// From here on every so many-th answer comes whole though a stream was asked for.
  public InventedLog wholeEvery(int requests) {
    wholeEvery = requests;
    return this;
  }

  /// The load engine's own count of the last level contradicts its records.
  public InventedLog miscounted() {
    LevelEnded ended = (LevelEnded) entries.removeLast();
    entries.add(new LevelEnded(ended.level(), ended.endNanos(), ended.ending(), 1, 0));
    return this;
  }

  /// Adds a level of a fixed number of users.
  public InventedLog closed(int level, int users) {
    long begin = originNanos;
    entries.add(new LevelStarted(level, begin, "closed", "", Double.NaN, users, 0));
    for (int user = 0; user < users; user++) {
      long next = begin + user * MILLI;
      while (next < begin + shape.seconds() * 1000L * MILLI) {
        next = request(level, next, LatencyOrigin.DUE, users) + MILLI;
      }
    }
    return end(level, begin);
  }

  private InventedLog end(int level, long begin) {
    long last = begin;
    for (LogEntry entry : entries) {
      if (entry instanceof RequestRecord record && record.level() == level) {
        last = Math.max(last, record.stamps().endedNanos());
      }
    }
    for (int second = 1; second <= shape.seconds(); second++) {
      List<Long> lags = List.of((long) (shape.lagMillis() * MILLI), 40_000L, 60_000L);
      entries.add(
          new HealthSample(
              level, begin + second * 1000L * MILLI, lags, List.of(), 0.09, 0.3, 0, 0, 12));
    }
    entries.add(new LevelEnded(level, last, LevelEnded.Ending.COMPLETE, -1, 0));
    originNanos = last + 1000 * MILLI;
    return this;
  }

  private long request(int level, long start, LatencyOrigin from, double load) {
    int input = (int) Math.round(Math.exp(6.7 + 0.8 * random.nextGaussian()));
    int output = 2 + (int) Math.round(Math.exp(4.9 + 0.7 * random.nextGaussian()));
    long due = start + (long) (shape.lagMillis() * MILLI);
    long dispatched = due + (long) (shape.capWaitMillis() * MILLI * random.nextDouble());
    long sent = dispatched + MILLI / 8;
    boolean fails = random.nextDouble() < shape.failShare();
    double first = 38 + input * 0.01 + Math.exp(2.5 + 0.9 * random.nextGaussian()) * (1 + load / 8);
    long firstToken = begun(sent) + (long) (first * MILLI);
    boolean streamed = streams();
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    long last = fails ? firstToken : answer(chunks, firstToken, output, load, streamed);
    Outcome outcome = fails ? failure : new Outcome.Ok("stop");
    long token = fails ? Stamps.ABSENT : streamed ? firstToken : whole(last);
    Stamps stamps =
        new Stamps(
            from == LatencyOrigin.DUE ? due : start,
            due,
            dispatched,
            dispatched + 20_000,
            sent,
            sent + 10 * MILLI,
            sent + 12 * MILLI,
            token,
            token,
            fails ? Stamps.ABSENT : last,
            last + MILLI / 4);
    record(
        level,
        from,
        new RequestSpec(id, 0, 1, input, bounded ? output : -1),
        stamps,
        chunks.build(),
        outcome);
    return stamps.endedNanos();
  }

  /// The first word of an answer that came whole is its last; none where a stream was asked for.
  private long whole(long last) {
    return shape.streamed() ? Stamps.ABSENT : last;
  }

  private void record(
      int level,
      LatencyOrigin from,
      RequestSpec requested,
      Stamps stamps,
      ChunkLog chunks,
      Outcome outcome) {
    boolean fails = outcome.failure();
    entries.add(
        new RequestRecord(
            id,
            level,
            0,
            true,
            shape.streamed(),
            from,
            requested,
            stamps,
            chunks,
            fails
                ? TokenCounts.NONE
                : TokenCounts.ofUsage(
                    requested.inputTokens(), requested.outputTokens(), -1, -1, -1),
            0,
            outcome));
    id++;
  }

  private long answer(
      ChunkLog.Builder chunks, long first, int output, double load, boolean streamed) {
    if (!streamed) {
      long whole = first + output * 9L * MILLI;
      chunks.add(whole, Channel.ANSWER, TokenCounts.UNKNOWN);
      return whole;
    }
    long at = first;
    double pace = 8.5 + load / 10 + Math.abs(random.nextGaussian());
    for (int token = 0; token < output; token++) {
      chunks.add(at, Channel.ANSWER, TokenCounts.UNKNOWN);
      if (token < output - 1) {
        double stall = random.nextDouble() < 0.004 ? 20 : 1;
        at += (long) (pace * (0.7 + 0.6 * random.nextDouble()) * stall * MILLI);
      }
    }
    return at;
  }

  @Override
  public void read(Consumer<? super LogEntry> consumer) {
    entries.forEach(consumer);
  }
}
