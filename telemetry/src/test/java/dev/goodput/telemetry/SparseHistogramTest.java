package dev.goodput.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The mergeable histogram against sorted values.
class SparseHistogramTest {
  private static final int VALUES = 20_000;

  private static long[] values(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] values = new long[VALUES];
    for (int i = 0; i < VALUES; i++) {
      values[i] =
          switch (random.nextInt(20)) {
            case 0 -> random.nextInt(5000);
            case 1 -> random.nextLong() >>> (1 + random.nextInt(63));
            default -> (long) (1e8 * Math.exp(random.nextGaussian()));
          };
    }
    return values;
  }

  private static SparseHistogram of(int bits, long... values) {
    SparseHistogram histogram = new SparseHistogram(bits);
    Arrays.stream(values).forEach(histogram::add);
    return histogram;
  }

  private static byte[] bytes(SparseHistogram histogram) {
    ByteSink sink = new ByteSink(16);
    histogram.write(sink);
    return Arrays.copyOf(sink.bytes(), sink.length());
  }

  @ParameterizedTest
  @ValueSource(ints = {SparseHistogram.FINE_BITS, SparseHistogram.COARSE_BITS})
  void percentilesAreWithinTheStatedError(int bits) {
    long[] sorted = values(1);
    SparseHistogram histogram = of(bits, sorted);
    Arrays.sort(sorted);
    for (double percent : new double[] {0.001, 1, 10, 50, 90, 95, 99, 99.9, 99.99, 100}) {
      long exact = sorted[(int) Math.ceil(percent * VALUES / 100) - 1];
      double error = histogram.relativeError() * exact;
      assertThat(Math.abs(histogram.percentile(percent) - exact))
          .as("p%s of %d", percent, exact)
          .isLessThanOrEqualTo((long) Math.ceil(error));
    }
    assertThat(histogram.min()).isEqualTo(sorted[0]);
    assertThat(histogram.max()).isEqualTo(sorted[VALUES - 1]);
    assertThat(histogram.count()).isEqualTo(VALUES);
  }

  @Test
  void errorsAreThoseOfThePlan() {
    assertThat(new SparseHistogram(SparseHistogram.FINE_BITS).relativeError()).isLessThan(1e-4);
    assertThat(new SparseHistogram(SparseHistogram.COARSE_BITS).relativeError()).isLessThan(1e-3);
  }

  @Test
  void sumIsExactBeyond64Bits() {
    long[] values = new long[100];
    Arrays.fill(values, Long.MAX_VALUE - 3);
    double mean = BigInteger.valueOf(Long.MAX_VALUE - 3).doubleValue();

    assertThat(of(13, values).mean()).isEqualTo(mean);
    assertThat(of(13, 1, 2, 6).mean()).isEqualTo(3.0);
    assertThat(of(13).mean()).isNaN();
  }

  @ParameterizedTest
  @ValueSource(ints = {SparseHistogram.FINE_BITS, SparseHistogram.COARSE_BITS})
  void mergingIsExactInAnyOrder(int bits) {
    SplittableRandom random = new SplittableRandom(7);
    SparseHistogram[] parts = new SparseHistogram[9];
    Arrays.setAll(parts, any -> new SparseHistogram(SparseHistogram.FINE_BITS));
    SparseHistogram whole = new SparseHistogram(bits);
    for (long value : values(2)) {
      parts[random.nextInt(parts.length)].add(value);
      whole.add(value);
    }
    SparseHistogram forward = new SparseHistogram(bits);
    SparseHistogram backward = new SparseHistogram(bits);
    for (int i = 0; i < parts.length; i++) {
      forward.addAll(parts[i]);
      backward.addAll(parts[parts.length - 1 - i]);
    }
    assertThat(bytes(forward)).isEqualTo(bytes(whole));
    assertThat(bytes(backward)).isEqualTo(bytes(whole));
  }

  /// A checkpoint writes a histogram while the task copies it.
  @Test
  void threadsMayReadWhatNoneChanges() throws Exception {
    SplittableRandom random = new SplittableRandom(6);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int repeat = 0; repeat < 30; repeat++) {
        SparseHistogram histogram = new SparseHistogram(13);
        random.longs(15_000, 0, 1L << 40).forEach(histogram::add);
        CyclicBarrier start = new CyclicBarrier(2);
        Future<byte[]> written =
            threads.submit(() -> {
              start.await();
              return bytes(histogram);
            });
        Future<byte[]> copied =
            threads.submit(() -> {
              start.await();
              SparseHistogram copy = new SparseHistogram(13);
              copy.addAll(histogram);
              return bytes(copy);
            });
        assertThat(written.get()).isEqualTo(copied.get());
        assertThat(bytes(histogram)).isEqualTo(copied.get());
      }
    }
  }

  @Test
  void finerTakesNoCoarserHistogram() {
    SparseHistogram fine = new SparseHistogram(13);
    SparseHistogram coarse = new SparseHistogram(10);

    assertThatThrownBy(() -> fine.addAll(coarse))
        .hasMessage("a histogram of 13 bits cannot take one of 10 bits");
    assertThatThrownBy(() -> new SparseHistogram(17)).hasMessageContaining("1 to 16, not 17");
  }

  @Test
  void readsBackWhatItWrote() {
    for (SparseHistogram each : new SparseHistogram[] {of(13, values(3)), of(10, 0), of(13)}) {
      byte[] code = bytes(each);
      SparseHistogram read = SparseHistogram.read(new ByteSource(code, code.length));
      assertThat(bytes(read)).isEqualTo(code);
      assertThat(read.count()).isEqualTo(each.count());
      assertThat(read.mean()).isEqualTo(each.mean(), within(0.0));
    }
  }

  @Test
  void damagedBytesGiveAHistogramOrAnError() {
    SplittableRandom random = new SplittableRandom(5);
    byte[] good = bytes(of(13, Arrays.copyOf(values(4), 40)));
    int refused = 0;
    for (int i = 0; i < 10_000; i++) {
      byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length));
      bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      try {
        SparseHistogram read = SparseHistogram.read(new ByteSource(bad, bad.length));
        if (read.count() > 0) {
          assertThat(read.percentile(50)).isBetween(read.min(), read.max());
        }
      } catch (IllegalArgumentException | ArithmeticException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(2_500);
  }
}
