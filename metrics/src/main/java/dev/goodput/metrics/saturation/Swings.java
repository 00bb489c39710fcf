package dev.goodput.metrics.saturation;

/// Counts how often a share turns between ups and downs of a tenth or more, as its values come.
public final class Swings {
  /// So many turns are an oscillation.
  public static final int OSCILLATES = 4;

  private static final double SWING = .1;

  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;
  private int direction;
  private int turns;

  /// Takes in the next value; NaN is passed over.
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

  /// Turns so far.
  public int turns() {
    return turns;
  }
}
