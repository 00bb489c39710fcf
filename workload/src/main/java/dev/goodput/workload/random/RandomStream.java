package dev.goodput.workload.random;

/// A stream of random numbers: xoshiro256++ 1.0 (Blackman and Vigna, 2019), seeded by SplitMix64.
///
/// Bit for bit the same everywhere: integers by definition, real numbers because only exact
/// arithmetic and [StrictMath] are used.
public final class RandomStream {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final double UNIT = 0x1.0p-53;

  private long s0;
  private long s1;
  private long s2;
  private long s3;
  private double spareGaussian = Double.NaN;

  private RandomStream(long seed) {
    long state = seed;
    s0 = mix(state += GOLDEN);
    s1 = mix(state += GOLDEN);
    s2 = mix(state += GOLDEN);
    s3 = mix(state + GOLDEN);
  }

  /// Returns the stream of a purpose under a run's seed.
  public static RandomStream of(long seed, Purpose purpose) {
    return new RandomStream(mix(seed) ^ mix(purpose.code * GOLDEN));
  }

  /// Returns a stream for one item (a request, a prefix block) of a purpose, independent of its
  /// neighbours.
  public static RandomStream of(long seed, Purpose purpose, long item) {
    return new RandomStream(mix(mix(seed) ^ mix(purpose.code * GOLDEN)) + mix(item + GOLDEN));
  }

  /// SplitMix64's finaliser: a bijection that scatters neighbouring numbers.
  public static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /// 64 uniform bits.
  public long nextLong() {
    long result = Long.rotateLeft(s0 + s3, 23) + s0;
    long t = s1 << 17;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = Long.rotateLeft(s3, 45);
    return result;
  }

  /// Uniform over 0 until `bound`, without bias (Lemire, 2019).
  public int nextInt(int bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound must be positive: " + bound);
    }
    long product = (nextLong() >>> 32) * bound;
    long low = product & 0xffffffffL;
    if (low < bound) {
      long floor = (1L << 32) % bound;
      while (low < floor) {
        product = (nextLong() >>> 32) * bound;
        low = product & 0xffffffffL;
      }
    }
    return (int) (product >>> 32);
  }

  /// Uniform over [0, 1), 53 bits.
  public double nextDouble() {
    return (nextLong() >>> 11) * UNIT;
  }

  /// Uniform over (0, 1].
  public double nextPositive() {
    return ((nextLong() >>> 11) + 1) * UNIT;
  }

  /// Exponential with mean 1.
  public double nextExponential() {
    return -StrictMath.log(nextPositive());
  }

  /// Standard normal (Marsaglia's polar method).
  public double nextGaussian() {
    if (!Double.isNaN(spareGaussian)) {
      double spare = spareGaussian;
      spareGaussian = Double.NaN;
      return spare;
    }
    while (true) {
      double x = 2 * nextDouble() - 1;
      double y = 2 * nextDouble() - 1;
      double square = x * x + y * y;
      if (square > 0 && square < 1) {
        double factor = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
        spareGaussian = y * factor;
        return x * factor;
      }
    }
  }

  /// Gamma with the given shape and scale 1 (Marsaglia and Tsang, 2000).
  public double nextGamma(double shape) {
    if (shape < 1) {
      return nextGamma(shape + 1) * StrictMath.pow(nextPositive(), 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / StrictMath.sqrt(9 * d);
    while (true) {
      double x = nextGaussian();
      double v = 1 + c * x;
      if (v > 0) {
        v = v * v * v;
        if (StrictMath.log(nextPositive()) < x * x / 2 + d - d * v + d * StrictMath.log(v)) {
          return d * v;
        }
      }
    }
  }
}
