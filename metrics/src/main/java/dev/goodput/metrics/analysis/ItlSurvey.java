package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.ItlSource;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;

/// Finds the source of a level's tokens per chunk.
///
/// One source holds for the whole level. Chunks count as tokens if chunks and tokens differ by at
/// most 1 % over the responses whose chunks came without counts, or only with counts of 0.
final class ItlSurvey {
  private static final double LARGEST_DIFFERENCE = 0.01;

  private long counted;
  private long countedByTokenizer;
  private long uncountedTokens;
  private long uncountedChunks;

  void add(RequestRecord request) {
    int tokens = request.streamedTokens();
    int chunks = request.chunks().count();
    if (!request.streamed() || tokens < 2 || chunks == 0) {
      return;
    }
    long sum = sum(request.chunks());
    if (sum <= 0) {
      uncountedTokens += tokens;
      uncountedChunks += chunks;
      return;
    }
    counted++;
    TokenCounts counts = request.tokens();
    boolean byTokenizer =
        counts.tokenizerOutput() >= 0 && sum != counts.usageOutput() && sum != tokens;
    countedByTokenizer += byTokenizer || counts.usageOutput() < 0 ? 1 : 0;
  }

  /// Sum of the chunks' own counts, -1 where one has none.
  private static long sum(ChunkLog chunks) {
    long sum = 0;
    ChunkLog.Cursor cursor = chunks.cursor();
    while (cursor.next()) {
      if (cursor.tokens() == TokenCounts.UNKNOWN) {
        return -1;
      }
      sum += cursor.tokens();
    }
    return sum;
  }

  ItlSource source() {
    if (uncountedChunks > 0) {
      long difference = Math.abs(uncountedChunks - uncountedTokens);
      return difference <= LARGEST_DIFFERENCE * uncountedTokens ? ItlSource.CHUNKS : ItlSource.NONE;
    }
    if (counted == 0) {
      return ItlSource.NONE;
    }
    return countedByTokenizer > 0 ? ItlSource.TOKENIZER : ItlSource.USAGE;
  }
}
