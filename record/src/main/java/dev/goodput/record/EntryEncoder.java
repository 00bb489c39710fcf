package dev.goodput.record;

import java.util.List;

/// A writer of log entries to a [ByteSink], with the stamps as differences.
///
/// A request takes a few tens of bytes in addition to its content events. Each present stamp is
/// stored as the difference to the one before it, the first one as the difference to the first
/// stamp of the request before. Call [#reset()] at the start of every block, so that blocks can be
/// read independently.
final class EntryEncoder {
  static final int REQUEST = 1;
  static final int LEVEL_BEGUN = 2;
  static final int LEVEL_ENDED = 3;
  static final int HEALTH = 4;

  private final NameTable.Writer names = new NameTable.Writer();
  private long lastId;
  private long lastSession;
  private long lastNanos;

  void reset() {
    lastId = 0;
    lastSession = 0;
    lastNanos = 0;
    names.reset();
  }

  void write(LogEntry entry, ByteSink sink) {
    switch (entry) {
      case RequestRecord request -> writeRequest(request, sink);
      case LevelStarted begun -> writeLevelStarted(begun, sink);
      case LevelEnded ended -> writeEnded(ended, sink);
      case HealthSample sample -> writeHealth(sample, sink);
    }
  }

  private void writeRequest(RequestRecord request, ByteSink sink) {
    long[] stamps = EntryLayout.stamps(request.stamps());
    int[] tokens = EntryLayout.tokens(request.tokens());
    sink.octet(REQUEST);
    sink.varint(EntryLayout.flags(request, stamps, tokens));
    sink.zigzag(request.id() - lastId);
    sink.zigzag(request.level());
    sink.zigzag(request.attempt());
    writeSpec(request.requested(), sink);
    writeStamps(stamps, sink);
    for (int count : tokens) {
      if (count != TokenCounts.UNKNOWN) {
        sink.zigzag(count);
      }
    }
    sink.zigzag(request.reasoningChunks());
    sink.varint(request.chunks().count());
    sink.block(request.chunks().code());
    OutcomeCodec.write(request.outcome(), sink);
    if (request.passage() != null) {
      GatewayInfoCodec.write(request.passage(), lastNanos, names, sink);
    }
    lastId = request.id();
    lastSession = request.requested().session();
  }

  private void writeSpec(RequestSpec requested, ByteSink sink) {
    sink.zigzag(requested.session() - lastSession);
    sink.zigzag(requested.turn());
    sink.zigzag(requested.turns());
    sink.zigzag(requested.inputTokens());
    sink.zigzag(requested.outputTokens());
  }

  private void writeStamps(long[] stamps, ByteSink sink) {
    long before = lastNanos;
    for (long nanos : stamps) {
      if (Stamps.present(nanos)) {
        sink.zigzag(nanos - before);
        before = nanos;
      }
    }
    if (Stamps.present(stamps[0])) {
      lastNanos = stamps[0];
    }
  }

  private static void writeLevelStarted(LevelStarted begun, ByteSink sink) {
    sink.octet(LEVEL_BEGUN);
    sink.zigzag(begun.level());
    sink.zigzag(begun.beginNanos());
    sink.text(begun.arrivals());
    sink.text(begun.profile());
    sink.fixed64(begun.targetRate());
    sink.zigzag(begun.targetConcurrency());
    sink.zigzag(begun.maxInFlight());
  }

  private static void writeEnded(LevelEnded ended, ByteSink sink) {
    sink.octet(LEVEL_ENDED);
    sink.zigzag(ended.level());
    sink.zigzag(ended.endNanos());
    sink.octet(ended.ending().code);
    sink.zigzag(ended.inFlightNanos());
    sink.zigzag(ended.concurrencyPeak());
  }

  private static void writeHealth(HealthSample sample, ByteSink sink) {
    sink.octet(HEALTH);
    sink.zigzag(sample.level());
    sink.zigzag(sample.atNanos());
    writeList(sample.loopLagNanos(), sink);
    writeList(sample.pauseNanos(), sink);
    sink.fixed64(sample.cpuShare());
    sink.fixed64(sample.hostCpuShare());
    sink.zigzag(sample.unreadBytes());
    sink.zigzag(sample.refusedLocally());
    sink.zigzag(sample.inFlight());
  }

  private static void writeList(List<Long> values, ByteSink sink) {
    sink.varint(values.size());
    for (long value : values) {
      sink.zigzag(value);
    }
  }
}
