package dev.goodput.record;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Log entries of every kind from a seed: typical values and values at the ends of their ranges.
final class RandomEntries {
  private static final String[] TEXTS = {
    "", "stop", "length", "503 überlastet\nversuche es später", "漢字 \uD83D\uDE00 \0", "a=b\\c"
  };

  private final SplittableRandom random;

  RandomEntries(long seed) {
    random = new SplittableRandom(seed);
  }

  List<LogEntry> list(int count) {
    List<LogEntry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(next());
    }
    return entries;
  }

  LogEntry next() {
    return switch (random.nextInt(8)) {
      case 0 ->
          new LevelStarted(anyInt(), anyLong(), text(), text(), anyDouble(), anyInt(), anyInt());
      case 1 -> new LevelEnded(anyInt(), anyLong(), ending(), anyLong(), anyInt());
      case 2 -> health();
      default -> request();
    };
  }

  private HealthSample health() {
    return new HealthSample(
        anyInt(),
        anyLong(),
        longs(),
        longs(),
        anyDouble(),
        anyDouble(),
        anyLong(),
        anyInt(),
        anyInt());
  }

  RequestRecord request() {
    return new RequestRecord(
        anyLong(),
        anyInt(),
        anyInt(),
        random.nextBoolean(),
        random.nextBoolean(),
        random.nextBoolean() ? LatencyOrigin.DUE : LatencyOrigin.INTENDED,
        new RequestSpec(anyLong(), anyInt(), anyInt(), anyInt(), anyInt()),
        stamps(),
        chunks(random.nextInt(40)),
        new TokenCounts(anyInt(), anyInt(), anyInt(), anyInt(), anyInt(), anyInt(), anyInt())
            .with(new TokenCounts.Priced(anyInt(), anyInt(), anyInt(), anyInt(), anyInt())),
        anyInt(),
        outcome(),
        random.nextBoolean() ? passage() : null);
  }

  private GatewayInfo passage() {
    return new GatewayInfo(
        text(),
        text(),
        text(),
        text(),
        text(),
        text(),
        stamp(),
        stamp(),
        stamp(),
        anyLong(),
        anyLong(),
        GatewayInfo.Parting.of(random.nextInt(5)));
  }

  private Stamps stamps() {
    long[] at = new long[EntryLayout.STAMPS];
    for (int i = 0; i < at.length; i++) {
      at[i] = stamp();
    }
    return EntryLayout.stamps(at);
  }

  private long stamp() {
    return random.nextInt(4) == 0 ? Stamps.ABSENT : anyLong();
  }

  ChunkLog chunks(int count) {
    ChunkLog.Builder builder = new ChunkLog.Builder();
    long nanos = random.nextLong(1L << 40);
    for (int i = 0; i < count; i++) {
      nanos += random.nextBoolean() ? 0 : random.nextLong(1L << random.nextInt(1, 50));
      int tokens = random.nextBoolean() ? TokenCounts.UNKNOWN : random.nextInt(1 << 20);
      builder.add(nanos, Channel.of(random.nextInt(4)), tokens);
    }
    return builder.build();
  }

  private Outcome outcome() {
    return switch (random.nextInt(12)) {
      case 0 -> new Outcome.HttpError(anyInt(), text());
      case 1 -> new Outcome.ErrorEvent(text());
      case 2 -> new Outcome.Empty();
      case 3 -> new Outcome.Truncated(text());
      case 4 -> new Outcome.Refused(text());
      case 5 -> new Outcome.Reset(text());
      case 6 -> new Outcome.Tls(text());
      case 7 -> new Outcome.Timeout(Outcome.Timeout.Stage.of(random.nextInt(4)));
      case 8 -> new Outcome.Malformed(text());
      case 9 -> new Outcome.Unsent(text());
      case 10 -> new Outcome.Cancelled();
      default -> new Outcome.Ok(text());
    };
  }

  private LevelEnded.Ending ending() {
    return LevelEnded.Ending.of(random.nextInt(5));
  }

  private List<Long> longs() {
    List<Long> values = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      values.add(anyLong());
    }
    return values;
  }

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private int anyInt() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt();
      case 1 -> random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE;
      default -> random.nextInt(-1, 100);
    };
  }

  private long anyLong() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextBoolean() ? Long.MIN_VALUE + 1 : Long.MAX_VALUE;
      default -> random.nextLong(-1, 1L << 36);
    };
  }

  private double anyDouble() {
    return switch (random.nextInt(4)) {
      case 0 -> Double.NaN;
      case 1 -> Double.longBitsToDouble(random.nextLong() & ~(0x7ffL << 52));
      default -> random.nextDouble();
    };
  }
}
