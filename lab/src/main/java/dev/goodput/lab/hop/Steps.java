package dev.goodput.lab.hop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The steps in which an answer came: reads with next to no time between them are one.
///
/// @param count how many
/// @param gapMillis from one to the next, the median; 0 of one step
/// @param bytes of one, the median; the last, which is a rest, left out
/// @param spanMillis from the first to the last
record Steps(int count, double gapMillis, double bytes, double spanMillis) {
  /// Far below the gaps of any stream that is read, far above those of reads of one write.
  private static final long TOGETHER_NANOS = 3_000_000;

  static Steps of(RawAnswer answer) {
    List<RawAnswer.Piece> begins = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    int from = 0;
    RawAnswer.Piece before = null;
    for (RawAnswer.Piece piece : answer.pieces()) {
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
      return new Steps(0, 0, 0, 0);
    }
    if (sizes.isEmpty()) {
      sizes.add(before.bodyBytes());
    }
    double span = (before.nanos() - begins.getFirst().nanos()) / 1e6;
    return new Steps(begins.size(), median(gaps(begins)), median(sizes(sizes)), span);
  }

  private static double[] gaps(List<RawAnswer.Piece> begins) {
    double[] gaps = new double[begins.size() - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = (begins.get(i + 1).nanos() - begins.get(i).nanos()) / 1e6;
    }
    return gaps;
  }

  private static double[] sizes(List<Integer> sizes) {
    return sizes.stream().mapToDouble(Integer::doubleValue).toArray();
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values.length == 0 ? 0 : values[values.length / 2];
  }
}
