package dev.goodput.report.words;

import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Goodput in a line, each rate as a part of the rate that it cannot exceed.
public final class GoodputText {
  private GoodputText() {}

  /// `7.21 of 7.37 requests/s started in the window`, `1,611 of 1,664 output tok/s in their
  /// answers`, useful work, fluidity; empty without an SLO.
  public static List<String> parts(LevelResult level) {
    Goodput goodput = level.goodput();
    if (goodput == null) {
      return List.of();
    }
    Optional<String> unknown = GoodputTable.unknown(level);
    if (unknown.isPresent()) {
      return List.of(unknown.get());
    }
    List<String> parts = new ArrayList<>();
    Double started = level.judgedRps();
    String where = started == null ? "" : " started in the window";
    rate(goodput.requestRps(), started, " requests/s" + where, parts);
    Double received = receivedTps(level);
    String whose = received == null ? "" : " in their answers";
    rate(goodput.tokenTps(), received, " output tok/s" + whose, parts);
    share("useful work ", goodput.usefulWorkRatio(), parts);
    share("fluidity ", goodput.fluidity(), parts);
    return parts;
  }

  /// Output tokens per second in the answers to the requests that started in the window: what token
  /// goodput is a part of. Absent where rates are of the whole run or there is no window.
  static @Nullable Double receivedTps(LevelResult level) {
    boolean none = level.window().ratesOfWholeRun() || level.window().seconds() <= 0;
    return none ? null : level.tokens().output() / level.window().seconds();
  }

  private static void rate(
      @Nullable Double good, @Nullable Double all, String unit, List<String> parts) {
    if (good != null) {
      String of = all == null ? "" : " of " + Figures.number(all);
      parts.add(Figures.number(good) + of + unit);
    }
  }

  private static void share(String name, @Nullable Double share, List<String> parts) {
    if (share != null) {
      parts.add(name + Figures.share(share));
    }
  }
}
