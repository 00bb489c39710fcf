package dev.goodput.metrics.saturation;

/// A counter of the turning points of a share between rises and falls of a tenth or more.
public final class OscillationCounter {
  /// The number of turns that counts as an oscillation.
  public static final int OSCILLATES = 4;

  private static final double SWING = .1;

  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;
  private int direction;
  private int turns;

  /// Adds the next value; NaN is ignored.
  public void add(double value) {
    if (Double.isNaN(value)) {
      return;
    }
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (direction <= 0 && value - low >= SWING) {
      turn(1);
      high = value;
    } else if (direction >= 0 && high - value >= SWING) {
      turn(-1);
      low = value;
    }
  }

  private void turn(int to) {
    turns += direction == -to ? 1 : 0;
    direction = to;
  }

  /// Returns the number of turns so far.
  public int turns() {
    return turns;
  }
}
