package dev.goodput.wire.client;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.TokenCounts;
import dev.goodput.testing.Bytes;
import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.dialect.Dialect;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// One response, read with or without the fast path.
final class FastPathReading {
  final AnswerLog log = new AnswerLog(false);
  final ResponseReader reader;
  final boolean skims;
  final ByteArrayOutputStream left = new ByteArrayOutputStream();
  int skimmed;
  long stamp;

  FastPathReading(String dialect, boolean skims) {
    reader = new ResponseReader(true, log, sink -> Dialect.named(dialect).newParser(sink, false));
    this.skims = skims;
  }

  void read(byte[] bytes, int from, int to) {
    stamp += 1_000;
    if (reader.answer.complete()) {
      return;
    }
    byte[] own = Arrays.copyOfRange(bytes, from, to);
    int at = skims ? reader.matcher.matchChunks(own, own.length, stamp) : 0;
    skimmed += at == own.length ? 1 : 0;
    if (at < own.length) {
      reader.read(own, at, own.length, stamp);
    }
  }

  /// Reads mostly as written, sometimes cut or joined.
  void readAll(List<byte[]> pieces, Random cuts) {
    for (byte[] piece : pieces) {
      left.writeBytes(piece);
      byte[] all = left.toByteArray();
      int way = cuts.nextInt(6);
      if (way == 0) {
        Bytes.inRandomPieces(all, cuts, this::read);
      } else if (way > 1) {
        read(all, 0, all.length);
      }
      if (way != 1) {
        left.reset();
      }
    }
  }

  Seen seen() {
    return new Seen(
        reader.answer.outcome(),
        reader.answer.lastReadAt(),
        log.firstToken(),
        log.firstAnswer(),
        log.lastToken(),
        log.reasoningChunks(),
        log.tokens(),
        log.chunks());
  }

  record Seen(
      Outcome outcome,
      long lastReadAt,
      long firstToken,
      long firstAnswer,
      long lastToken,
      int reasoningChunks,
      TokenCounts tokens,
      ChunkLog chunks) {}

  /// Returns an HTTP chunk.
  static String chunk(String text) {
    return Integer.toHexString(Bytes.of(text).length) + "\r\n" + text + "\r\n";
  }
}
