package dev.goodput.wire.dialect;

import dev.goodput.record.TokenCounts;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The usage of one answer as reported by the server. Values are cumulative, and the last one
/// counts. If every content chunk has a value, the differences give the tokens of each chunk.
///
/// If several choices end with a usage each and no total follows, the sum over the choices counts.
final class UsageTracker {
  private final Usage last = new Usage();
  private @Nullable Map<Integer, Usage> finished;
  private @Nullable Map<Integer, Integer> told;
  private boolean seen;
  private boolean gaps;

  /// Notes a content event without usage.
  void contentWithoutUsage() {
    gaps = true;
  }

  /// Handles a chunk. Returns the tokens of its content, [TokenCounts#UNKNOWN] if unknown.
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

  /// Returns the tokens of this content by difference. If content has no count, or a count of zero,
  /// which is impossible, its tokens are unknown, and so are those of all later content.
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

  /// Whether the server reported any usage.
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
