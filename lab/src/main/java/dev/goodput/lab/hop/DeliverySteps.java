package dev.goodput.lab.hop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The steps in which a response reached its reader. Reads with almost no time between them count
/// as one step.
///
/// @param count the number of steps
/// @param gapMillis the median time from one step to the next; 0 for a single step
/// @param bytes the median size of a step, without the last, which is a remainder
/// @param spanMillis from the first step to the last
/// @param gapSpread how much the times vary: their interquartile range divided by the median
/// @param byteSpread how much the sizes vary, in the same measure
record DeliverySteps(
    int count,
    double gapMillis,
    double bytes,
    double spanMillis,
    double gapSpread,
    double byteSpread) {
  /// The steps of an empty response.
  static final DeliverySteps NONE = new DeliverySteps(0, 0, 0, 0, 0, 0);

  /// Far below the gaps of any stream that is read, far above those between reads of one write.
  private static final long TOGETHER_NANOS = 3_000_000;

  /// @param pieces the reads that count
  static DeliverySteps of(List<RawResponse.Piece> pieces) {
    List<RawResponse.Piece> begins = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    int from = 0;
    RawResponse.Piece before = null;
    for (RawResponse.Piece piece : pieces) {
      if (before != null && piece.nanos() - before.nanos() > TOGETHER_NANOS) {
        sizes.add(before.bodyBytes() - from);
        from = before.bodyBytes();
        begins.add(piece);
      } else if (before == null) {
        begins.add(piece);
      }
      before = piece;
    }
    if (before == null) {
      return NONE;
    }
    if (sizes.isEmpty()) {
      sizes.add(before.bodyBytes());
    }
    double span = (before.nanos() - begins.getFirst().nanos()) / 1e6;
    double[] gaps = gaps(begins);
    double[] bytes = sizes(sizes);
    return new DeliverySteps(
        begins.size(), quantile(gaps, .5), quantile(bytes, .5), span, spread(gaps), spread(bytes));
  }

  private static double[] gaps(List<RawResponse.Piece> begins) {
    double[] gaps = new double[begins.size() - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = (begins.get(i + 1).nanos() - begins.get(i).nanos()) / 1e6;
    }
    Arrays.sort(gaps);
    return gaps;
  }

  private static double[] sizes(List<Integer> sizes) {
    return sizes.stream().mapToDouble(Integer::doubleValue).sorted().toArray();
  }

  private static double spread(double[] sorted) {
    double middle = quantile(sorted, .5);
    return middle > 0 ? (quantile(sorted, .75) - quantile(sorted, .25)) / middle : 0;
  }

  private static double quantile(double[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[(int) (sorted.length * share)];
  }
}
