package dev.goodput.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A reader of entries that an [EntryEncoder] of this or an older version wrote; one decoder per
/// block.
///
/// Throws [IllegalArgumentException], and no other exception, if the bytes hold no entry.
final class EntryDecoder {
  private final ByteSource source;
  private final int version;
  private final NameTable.Reader names = new NameTable.Reader();
  private long lastId;
  private long lastSession;
  private long lastNanos;

  /// @param version the log's version, [LogFormat#OLDEST] to [LogFormat#VERSION]
  EntryDecoder(ByteSource source, int version) {
    this.source = source;
    this.version = version;
  }

  LogEntry next() {
    int kind = source.octet();
    return switch (kind) {
      case EntryEncoder.REQUEST -> request();
      case EntryEncoder.LEVEL_BEGUN -> levelStarted();
      case EntryEncoder.LEVEL_ENDED -> ended();
      case EntryEncoder.HEALTH -> health();
      default -> throw new IllegalArgumentException("no entry has the number " + kind);
    };
  }

  private RequestRecord request() {
    int flags = source.natural();
    lastId += source.zigzag();
    int level = source.zigzagInt();
    int attempt = source.zigzagInt();
    RequestSpec requested = requested();
    Stamps stamps = stamps(flags);
    TokenCounts tokens = tokens(flags);
    int reasoningChunks = source.zigzagInt();
    int chunks = source.natural();
    return new RequestRecord(
        lastId,
        level,
        attempt,
        EntryLayout.last(flags),
        EntryLayout.streamed(flags),
        EntryLayout.start(flags),
        requested,
        stamps,
        ChunkLog.adopt(source.block(), chunks),
        tokens,
        reasoningChunks,
        OutcomeCodec.read(source),
        EntryLayout.passed(flags) ? GatewayInfoCodec.read(source, lastNanos, names) : null);
  }

  private RequestSpec requested() {
    lastSession += source.zigzag();
    return new RequestSpec(
        lastSession,
        source.zigzagInt(),
        source.zigzagInt(),
        source.zigzagInt(),
        source.zigzagInt());
  }

  private Stamps stamps(int flags) {
    long[] stamps = new long[EntryLayout.STAMPS];
    long before = lastNanos;
    for (int i = 0; i < stamps.length; i++) {
      stamps[i] = EntryLayout.hasStamp(flags, i) ? before + source.zigzag() : Stamps.ABSENT;
      before = Stamps.present(stamps[i]) ? stamps[i] : before;
    }
    if (Stamps.present(stamps[0])) {
      lastNanos = stamps[0];
    }
    return EntryLayout.stamps(stamps);
  }

  private TokenCounts tokens(int flags) {
    int[] counts = new int[EntryLayout.TOKENS];
    Arrays.fill(counts, TokenCounts.UNKNOWN);
    for (int i = 0; i < counts.length; i++) {
      if (EntryLayout.hasTokens(flags, i)) {
        counts[i] = source.zigzagInt();
      }
    }
    return EntryLayout.tokens(counts);
  }

  private LevelStarted levelStarted() {
    int level = source.zigzagInt();
    long beginNanos = source.zigzag();
    String[] arrivals = arrivals();
    return new LevelStarted(
        level,
        beginNanos,
        arrivals[0],
        arrivals[1],
        source.fixed64(),
        source.zigzagInt(),
        source.zigzagInt());
  }

  /// Returns the arrivals' name and profile.
  private String[] arrivals() {
    String name = source.text();
    if (version > LogFormat.OLDEST) {
      return new String[] {name, source.text()};
    }
    int blank = name.indexOf(' ');
    return blank < 0
        ? new String[] {name, ""}
        : new String[] {name.substring(0, blank), name.substring(blank + 1)};
  }

  private LevelEnded ended() {
    return new LevelEnded(
        source.zigzagInt(),
        source.zigzag(),
        LevelEnded.Ending.of(source.octet()),
        source.zigzag(),
        source.zigzagInt());
  }

  private HealthSample health() {
    return new HealthSample(
        source.zigzagInt(),
        source.zigzag(),
        list(),
        list(),
        source.fixed64(),
        source.fixed64(),
        source.zigzag(),
        source.zigzagInt(),
        source.zigzagInt());
  }

  private List<Long> list() {
    int count = source.count(1);
    List<Long> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(source.zigzag());
    }
    return values;
  }
}
