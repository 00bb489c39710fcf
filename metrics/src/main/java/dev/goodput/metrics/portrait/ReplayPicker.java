package dev.goodput.metrics.portrait;

import dev.goodput.metrics.portrait.LevelPortrait.Replay;
import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.RequestView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps the answer whose TTFT is nearest to a wanted one; of equals the longer one.
final class ReplayPicker {
  private static final int MOST_CHUNKS = 2000;

  private final String user;
  private final double wantedMillis;
  private double nearest = Double.POSITIVE_INFINITY;
  private int length;
  private @Nullable Replay replay;

  ReplayPicker(String user, double wantedMillis) {
    this.user = user;
    this.wantedMillis = wantedMillis;
  }

  /// Adds an `ok` streamed answer of the sample.
  void add(RequestView view) {
    double ttft = view.times().ttftNanos() / 1e6;
    double distance = Math.abs(ttft - wantedMillis);
    int chunks = view.chunks().count();
    boolean better = distance < nearest || (distance == nearest && chunks > length);
    if (chunks == 0 || !better) {
      return;
    }
    nearest = distance;
    length = chunks;
    replay = replay(view, ttft);
  }

  private Replay replay(RequestView view, double ttft) {
    ChunkTable chunks = view.chunks();
    int merged = (chunks.count() + MOST_CHUNKS - 1) / MOST_CHUNKS;
    List<Long> offsets = new ArrayList<>();
    List<Integer> tokens = new ArrayList<>();
    for (int i = 0; i < chunks.count(); i += merged) {
      int held = 0;
      for (int j = i; j < Math.min(chunks.count(), i + merged); j++) {
        held += chunks.tokens(j);
      }
      offsets.add(chunks.nanos(i) - view.times().startNanos());
      tokens.add(held);
    }
    double e2el = view.times().e2elNanos() / 1e6;
    return new Replay(user, view.request().id(), ttft, e2el, offsets, tokens);
  }

  @Nullable Replay replay() {
    return replay;
  }
}
