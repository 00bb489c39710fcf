package dev.goodput.wire.dialect;

import dev.goodput.record.TokenCounts;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Follows a server's usage over one answer: values are cumulative, the last one holds, and where
/// every content chunk carries one, differences give the tokens of each chunk.
///
/// Where several choices end with a usage each and no total follows, the sum over the choices
/// holds.
final class UsageTracker {
  private final Usage last = new Usage();
  private @Nullable Map<Integer, Usage> finished;
  private @Nullable Map<Integer, Integer> told;
  private boolean seen;
  private boolean gaps;

  /// A content event came that names no usage.
  void contentWithoutUsage() {
    gaps = true;
  }

  /// Takes a chunk in; returns the tokens of its content, [TokenCounts#UNKNOWN] where not known.
  int take(Chunk chunk) {
    Usage usage = chunk.usage;
    if (usage == null) {
      gaps |= chunk.hasContent();
      return TokenCounts.UNKNOWN;
    }
    seen = true;
    last.update(usage);
    if (chunk.choices == 0) {
      finished = null;
    } else if (chunk.choices == 1 && chunk.finish != null) {
      finished(chunk.index, usage);
    }
    return chunk.hasContent() ? difference(chunk, usage) : TokenCounts.UNKNOWN;
  }

  private void finished(int index, Usage usage) {
    Map<Integer, Usage> map = finished;
    if (map == null) {
      map = new TreeMap<>();
      finished = map;
    }
    map.put(index, usage);
  }

  /// Of content that is named nothing, or no tokens at all, which no content can be, nobody knows
  /// how many it has, nor of what comes after it.
  private int difference(Chunk chunk, Usage usage) {
    if (gaps || chunk.choices != 1 || usage.output <= 0) {
      gaps = true;
      return TokenCounts.UNKNOWN;
    }
    Map<Integer, Integer> map = told;
    if (map == null) {
      map = new TreeMap<>();
      told = map;
    }
    Integer before = map.put(chunk.index, usage.output);
    int tokens = usage.output - (before == null ? 0 : before);
    return tokens >= 0 ? tokens : TokenCounts.UNKNOWN;
  }

  /// Whether the server named any usage.
  boolean seen() {
    return seen;
  }

  TokenCounts counts() {
    Map<Integer, Usage> each = finished;
    if (each == null || each.size() < 2) {
      return last.counts();
    }
    Usage all = each.values().stream().reduce(Usage::plus).orElse(last);
    return TokenCounts.ofUsage(
        all.input, all.output, last.reasoning, last.cachedInput, last.rejectedDraft);
  }
}
