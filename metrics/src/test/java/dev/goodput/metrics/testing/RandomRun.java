package dev.goodput.metrics.testing;

import dev.goodput.record.Channel;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Runs of every kind of request, from a seed.
public final class RandomRun {
  private static final long MICRO = 1_000;

  private final Random random;
  private final boolean counted;
  private final long shiftNanos;

  private RandomRun(long seed, boolean counted, long shiftNanos) {
    this.random = new Random(seed);
    this.counted = counted;
    this.shiftNanos = shiftNanos;
  }

  /// The requests of a run.
  ///
  /// @param counted whether every chunk comes with its tokens
  /// @param shiftNanos added to every stamp
  public static List<RequestRecord> requests(
      long seed, int count, boolean counted, long shiftNanos) {
    RandomRun run = new RandomRun(seed, counted, shiftNanos);
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      run.add(requests, i);
    }
    return requests;
  }

  /// The log of an open-loop level with those requests.
  public static LogSource log(List<RequestRecord> requests, long shiftNanos) {
    return Logs.level(new LevelStarted(0, shiftNanos, "poisson", "", 50, 0, 0), requests);
  }

  private void add(List<RequestRecord> requests, int i) {
    double at = i * 20 + random.nextInt(15);
    if (random.nextInt(10) == 0) {
      requests.add(
          maker(at, i)
              .attempt(0, false)
              .chunks(millis(at) + 3)
              .outcome(new Outcome.Reset("peer"))
              .make());
      requests.add(finished(maker(at, i).attempt(1, true), at + 30));
    } else {
      requests.add(finished(maker(at, i), at));
    }
  }

  private double millis(double at) {
    return at + shiftNanos / 1e6;
  }

  private RequestMaker maker(double at, int i) {
    return RequestMaker.at(millis(at)).id(i).requested(20, 10);
  }

  private RequestRecord finished(RequestMaker maker, double at) {
    double wait = random.nextInt(3);
    maker.due(millis(at + 0.1)).dispatched(millis(at + 0.1 + wait)).sent(millis(at + 0.2 + wait));
    if (random.nextInt(12) == 0) {
      return maker.outcome(new Outcome.Unsent("shed")).ended(millis(at + 5)).make();
    }
    long nanos = shiftNanos + Math.round((at + 5 + wait) * 1e6);
    int chunks = random.nextInt(30);
    int tokens = 0;
    for (int chunk = 0; chunk < chunks; chunk++) {
      nanos += random.nextInt(5) == 0 ? 0 : random.nextInt(20_000) * MICRO;
      int held = counted ? 1 + random.nextInt(3) : 1;
      tokens += held;
      maker.chunkNanos(nanos, Channel.ANSWER, counted ? held : TokenCounts.UNKNOWN);
    }
    maker.ended((nanos + MICRO) / 1e6).outcome(outcome(chunks));
    if (random.nextInt(4) > 0 || counted) {
      maker.usage(20, tokens);
    }
    return maker.make();
  }

  private Outcome outcome(int chunks) {
    if (chunks == 0) {
      return new Outcome.Empty();
    }
    return switch (random.nextInt(10)) {
      case 0 -> new Outcome.Cancelled();
      case 1 -> new Outcome.Timeout(Outcome.Timeout.Stage.IDLE);
      case 2 -> new Outcome.ErrorEvent("overloaded");
      default -> new Outcome.Ok("stop");
    };
  }
}
