package dev.goodput.metrics.chart;

import dev.goodput.metrics.chart.LevelChartData.Replay;
import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.metrics.stream.RequestView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A picker of the response whose TTFT is nearest to a wanted one; of equals, the longer one.
final class ReplayPicker {
  private static final int MAX_CHUNKS = 2000;

  private final String user;
  private final double wantedMillis;
  private double nearest = Double.POSITIVE_INFINITY;
  private int length;
  private @Nullable Replay replay;

  ReplayPicker(String user, double wantedMillis) {
    this.user = user;
    this.wantedMillis = wantedMillis;
  }

  /// Adds an `ok` streamed response of the sample.
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
    replay = replay(user, view, ttft);
  }

  private static Replay replay(String user, RequestView view, double ttft) {
    ChunkTable chunks = view.chunks();
    List<Long> offsets = new ArrayList<>();
    List<Integer> tokens = new ArrayList<>();
    for (int i = 0; i < chunks.count(); i++) {
      if (chunks.visible(i)) {
        offsets.add(chunks.nanos(i) - view.times().startNanos());
        tokens.add(chunks.tokens(i));
      }
    }
    double e2el = view.times().e2elNanos() / 1e6;
    return new Replay(
        user,
        view.request().id(),
        ttft,
        e2el,
        joined(offsets, List::getLast),
        joined(tokens, ReplayPicker::sum));
  }

  /// Merges chunks into groups if there are too many. The first chunk stays single, as it ends the
  /// wait.
  private static <T> List<T> joined(List<T> each, Function<List<T>, T> join) {
    int group = (each.size() + MAX_CHUNKS - 1) / MAX_CHUNKS;
    List<T> joined = new ArrayList<>();
    int end;
    for (int at = 0; at < each.size(); at = end) {
      end = at == 0 ? 1 : Math.min(each.size(), at + group);
      joined.add(join.apply(each.subList(at, end)));
    }
    return joined;
  }

  private static int sum(List<Integer> counts) {
    return counts.stream().mapToInt(Integer::intValue).sum();
  }

  @Nullable Replay replay() {
    return replay;
  }
}
