package dev.goodput.monitor.page;

import dev.goodput.metrics.traffic.ArrivedTokens;
import dev.goodput.metrics.traffic.TrendPoint;
import java.util.ArrayList;
import java.util.List;

/// A past of traffic: a daily wave with noise that is always the same.
///
/// @param upSeconds for how long there was any
/// @param idle whether nothing ever came
record InventedTrend(long upSeconds, boolean idle) {
  List<TrendPoint> seconds() {
    return points(Math.max(0, upSeconds - 900), upSeconds, 1);
  }

  List<TrendPoint> minutes() {
    long whole = upSeconds / 60 * 60;
    return points(Math.max(0, whole - 1440 * 60), whole, 60);
  }

  private List<TrendPoint> points(long from, long until, long step) {
    List<TrendPoint> points = new ArrayList<>();
    for (long at = from; at < until; at += step) {
      points.add(idle ? nothing(at, step) : point(at, step));
    }
    return points;
  }

  private static double noise(long at) {
    return Math.abs(Math.sin(at * 12.9898) * 43758.5453) % 1;
  }

  private static TrendPoint point(long at, long step) {
    double wave = 1 + 0.5 * Math.sin(at / 9_000.0) + 0.15 * Math.sin(at / 47.0);
    double chance = noise(at);
    long ok = Math.round(6 * wave * step * (0.6 + 0.8 * chance));
    long failed = chance > 0.97 ? step : 0;
    long judged = ok + failed;
    long good = Math.round(ok * (0.95 + 0.05 * noise(at + 1)));
    boolean any = ok > 0;
    double ttft = 52 * wave * (0.85 + 0.3 * noise(at + 2));
    return new TrendPoint(
        at * InventedTraffic.SECOND,
        step,
        ok,
        failed,
        chance < 0.05 ? 1 : 0,
        judged,
        good,
        ok * 208,
        ok * 2.7,
        new ArrivedTokens(ok * 1_100, 0),
        new ArrivedTokens(ok * 208, 0),
        new ArrivedTokens((ok - good) * 208, 0),
        0,
        0,
        false,
        (int) Math.round(16 * wave + 4 * chance),
        (int) Math.round(2 * wave * chance),
        any ? Double.valueOf(ttft) : null,
        any ? Double.valueOf(ttft * (1.5 + noise(at + 3))) : null,
        any ? Double.valueOf(ttft * (2.2 + 2 * noise(at + 4))) : null,
        any ? Double.valueOf(8.7 * (0.9 + 0.2 * noise(at + 5))) : null,
        any ? Double.valueOf(12.1 * (0.9 + 0.3 * noise(at + 6))) : null);
  }

  private static TrendPoint nothing(long at, long step) {
    return new TrendPoint(
        at * InventedTraffic.SECOND,
        step,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        new ArrivedTokens(0, 0),
        new ArrivedTokens(0, 0),
        new ArrivedTokens(0, 0),
        0,
        0,
        false,
        0,
        0,
        null,
        null,
        null,
        null,
        null);
  }
}
