package dev.goodput.workload.length;

import dev.goodput.workload.random.RandomStream;
import java.util.List;

/// A distribution of lengths, in tokens (or any other whole number).
///
/// Grammar of [#parse]: `512`, `100-500` or `uniform(100,500)` (both ends included),
/// `normal(mean,sd)`, `lognormal(median,sigma)`, `mixture(0.7:normal(512,64),0.3:2000)` with
/// weights that need not add up to 1. Blanks are ignored, case does not matter. Draws of `normal`
/// and `lognormal` are rounded; those below 1 are drawn again. No length exceeds [#MAX].
public sealed interface LengthDistribution {
  /// The longest length, 2²⁴: more than any model takes, and text of that length still fits the
  /// heap.
  int MAX = 1 << 24;

  /// Draws a length.
  int draw(RandomStream random);

  /// Returns the distribution's mean, before truncation.
  double mean();

  /// Returns the expression that [#parse] reads back.
  String expression();

  /// Returns a distribution with a single value.
  static LengthDistribution fixed(int value) {
    return new Fixed(value);
  }

  /// Parses the grammar above.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException.Syntax with the position and what was
  ///   expected there
  static LengthDistribution parse(String expression) {
    return new LengthsParser(expression).parse();
  }

  /// One value.
  record Fixed(int value) implements LengthDistribution {
    @Override
    public int draw(RandomStream random) {
      return value;
    }

    @Override
    public double mean() {
      return value;
    }

    @Override
    public String expression() {
      return Integer.toString(value);
    }
  }

  /// A uniform distribution of whole numbers from `low` to `high`.
  record Uniform(int low, int high) implements LengthDistribution {
    @Override
    public int draw(RandomStream random) {
      return low + random.nextInt(high - low + 1);
    }

    @Override
    public double mean() {
      return (low + (double) high) / 2;
    }

    @Override
    public String expression() {
      return "uniform(" + low + "," + high + ")";
    }
  }

  /// Normal, at least 1.
  record Normal(double centre, double deviation) implements LengthDistribution {
    @Override
    public int draw(RandomStream random) {
      return Rounding.redraw(() -> centre + deviation * random.nextGaussian());
    }

    @Override
    public double mean() {
      return centre;
    }

    @Override
    public String expression() {
      return "normal(" + Rounding.plain(centre) + "," + Rounding.plain(deviation) + ")";
    }
  }

  /// Log-normal, at least 1: `median` = e^µ.
  record LogNormal(double median, double sigma) implements LengthDistribution {
    @Override
    public int draw(RandomStream random) {
      return Rounding.redraw(() -> median * StrictMath.exp(sigma * random.nextGaussian()));
    }

    @Override
    public double mean() {
      return median * StrictMath.exp(sigma * sigma / 2);
    }

    @Override
    public String expression() {
      return "lognormal(" + Rounding.plain(median) + "," + Rounding.plain(sigma) + ")";
    }
  }

  /// One of several distributions, chosen by weight.
  record Mixture(List<Part> parts) implements LengthDistribution {
    /// Copies the parts.
    public Mixture {
      parts = List.copyOf(parts);
    }

    @Override
    public int draw(RandomStream random) {
      double left = random.nextDouble() * weight();
      for (Part part : parts) {
        left -= part.weight();
        if (left < 0) {
          return part.lengths().draw(random);
        }
      }
      return parts.getLast().lengths().draw(random);
    }

    private double weight() {
      return parts.stream().mapToDouble(Part::weight).sum();
    }

    @Override
    public double mean() {
      double sum = 0;
      for (Part part : parts) {
        sum += part.weight() * part.lengths().mean();
      }
      return sum / weight();
    }

    @Override
    public String expression() {
      StringBuilder text = new StringBuilder("mixture(");
      for (Part part : parts) {
        text.append(text.charAt(text.length() - 1) == '(' ? "" : ",");
        text.append(Rounding.plain(part.weight())).append(':').append(part.lengths().expression());
      }
      return text.append(')').toString();
    }
  }

  /// One part of a mixture.
  record Part(double weight, LengthDistribution lengths) {}
}
