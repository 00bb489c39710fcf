package dev.goodput.metrics.stream;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import java.util.Arrays;

/// The content events of one request at a time, unpacked.
///
/// Tokens per chunk are those that the chunks carry, if every chunk has a count and not all are 0,
/// which content cannot be. Otherwise the response's `N` tokens are spread over its chunks as
/// evenly as whole numbers allow ([#counted()] returns false).
public final class ChunkTable {
  private long[] nanos = new long[256];
  private int[] tokens = new int[256];
  private boolean[] sharedRead = new boolean[256];
  private boolean[] reasoning = new boolean[256];
  private int count;
  private int reasoningCount;
  private boolean counted;
  private long totalTokens;

  /// Replaces the content with a request's chunks.
  public void load(RequestRecord request) {
    ChunkLog log = request.chunks();
    reserve(log.count());
    count = 0;
    reasoningCount = 0;
    counted = log.count() > 0;
    totalTokens = 0;
    ChunkLog.Cursor cursor = log.cursor();
    while (cursor.next()) {
      append(cursor);
    }
    counted &= totalTokens > 0;
    if (!counted) {
      spread(request.streamedTokens());
    }
  }

  private void append(ChunkLog.Cursor cursor) {
    nanos[count] = cursor.nanos();
    tokens[count] = cursor.tokens();
    sharedRead[count] = cursor.sharedRead();
    reasoning[count] = cursor.channel() == Channel.REASONING;
    reasoningCount += reasoning[count] ? 1 : 0;
    if (cursor.tokens() == TokenCounts.UNKNOWN) {
      counted = false;
    } else {
      totalTokens += cursor.tokens();
    }
    count++;
  }

  private void reserve(int chunks) {
    if (chunks > nanos.length) {
      int length = Math.max(chunks, nanos.length * 2);
      nanos = Arrays.copyOf(nanos, length);
      tokens = Arrays.copyOf(tokens, length);
      sharedRead = Arrays.copyOf(sharedRead, length);
      reasoning = Arrays.copyOf(reasoning, length);
    }
  }

  /// Spreads tokens over the chunks. If there are fewer tokens than chunks, the earlier chunks get
  /// them, so that the first has one; if there are more, the remainder goes to the later chunks.
  private void spread(int total) {
    totalTokens = total;
    long rounding = total < count ? count - 1L : 0;
    long given = 0;
    for (int i = 0; i < count; i++) {
      long until = ((long) total * (i + 1) + rounding) / count;
      tokens[i] = (int) (until - given);
      given = until;
    }
  }

  /// Removes all chunks.
  void clear() {
    count = 0;
    reasoningCount = 0;
    counted = false;
    totalTokens = 0;
  }

  /// Returns the number of chunks.
  public int count() {
    return count;
  }

  /// Returns whether every chunk carries its own token count, and some count is more than 0.
  public boolean counted() {
    return counted;
  }

  /// Returns the tokens of all chunks: the counts that they carry, else `N`.
  public long totalTokens() {
    return totalTokens;
  }

  /// Returns a chunk's timestamp, in nanoseconds since the run began.
  public long nanos(int chunk) {
    return nanos[chunk];
  }

  /// Returns a chunk's tokens, estimated unless [#counted()].
  public int tokens(int chunk) {
    return tokens[chunk];
  }

  /// Returns whether a chunk was read in the same socket read as the one before.
  public boolean sharedRead(int chunk) {
    return sharedRead[chunk];
  }

  /// Returns whether a reader sees the chunk: it is not reasoning, unless the stream has nothing
  /// else.
  public boolean visible(int chunk) {
    return !reasoning[chunk] || reasoningCount == count;
  }

  /// Returns `k₁`, the first chunk's tokens; 1 if unknown.
  public int firstTokens() {
    return counted ? tokens[0] : 1;
  }

  /// Returns the longest gap between two chunks; -1 if there are fewer than two.
  public long longestGapNanos() {
    long longest = -1;
    for (int i = 1; i < count; i++) {
      longest = Math.max(longest, nanos[i] - nanos[i - 1]);
    }
    return longest;
  }

  /// Returns the share of tokens whose chunks were read after `from` and not after `to`; 0 without
  /// tokens.
  public double shareWithin(long from, long to) {
    long within = 0;
    long all = 0;
    for (int i = 0; i < count; i++) {
      all += tokens[i];
      within += nanos[i] > from && nanos[i] <= to ? tokens[i] : 0;
    }
    return all == 0 ? 0 : (double) within / all;
  }

  /// Returns the number of tokens that arrived in bursts: in chunks that shared a read with
  /// another, or that arrived less than 1 ms and less than a tenth of the mean gap after the one
  /// before.
  public long burstTokens() {
    if (count < 2) {
      return 0;
    }
    double limit = Math.min(1e6, (nanos[count - 1] - nanos[0]) / (count - 1.0) / 10);
    long burst = 0;
    for (int i = 0; i < count; i++) {
      boolean withNext = i + 1 < count && sharedRead[i + 1];
      boolean quick = i > 0 && nanos[i] - nanos[i - 1] < limit;
      burst += sharedRead[i] || withNext || quick ? tokens[i] : 0;
    }
    return burst;
  }
}
