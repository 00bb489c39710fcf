package dev.goodput.quality;

import dev.goodput.quality.AnswerGroup.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whether the load at which a prompt is answered matters for the answer, from prompts that were
/// answered at several loads, and several times at one of them. Two figures show it:
///
/// - The shift: the share of pairs with different texts between loads, less that share within a
///   load (the mean over the loads). It is the energy distance of the answers with the metric "0 if
///   equal, else 1" (Székely and Rizzo, "Energy statistics", 2013).
/// - The unsteadiness: the share of differing pairs within the load where it is largest, less that
///   within the load where it is smallest.
///
/// Their probabilities are those of a permutation test, which exchanges the loads among the answers
/// to each prompt and is exact if the load does not matter. As there are two, each is compared with
/// half of 5 % (Bonferroni). Intervals are bootstraps over prompts. The unsteadiness has one only
/// if it is shown: chance makes one load the largest in any run, and an interval of the two loads
/// that it chose would be above 0 in 11 to 13 % of runs with three loads and no effect. In
/// simulations 3 % of the shown ones have an interval with 0 in it.
///
/// @param prompts how many prompts show it
/// @param across the share of differing pairs between loads, mean over the prompts
/// @param within the same within a load
/// @param shift across less within
/// @param unsteady the unsteadiness; null if fewer than two loads have pairs
public record LoadEffect(
    int prompts, double across, double within, Difference shift, @Nullable Unsteady unsteady) {
  private static final int TRIALS = 2_000;
  private static final int TAIL = 40; // a fortieth on each side of a 95 % interval
  private static final double SIGNIFICANT = 0.05 / 2;
  private static final double EQUAL = 1e-12;

  /// A difference of shares.
  ///
  /// @param value the difference
  /// @param low the lower end of its 95 % interval; null without an interval
  /// @param high the upper end; null without an interval
  /// @param p the probability of such a difference if the load did not matter
  public record Difference(double value, @Nullable Double low, @Nullable Double high, double p) {
    /// Returns whether it is unlikely without an influence of the load.
    public boolean shown() {
      return p < SIGNIFICANT;
    }
  }

  /// Two loads that differ in how often the answers to a prompt differ.
  ///
  /// @param steady the load where they differ least
  /// @param unsteady the load where they differ most
  /// @param least the share of differing pairs at the first
  /// @param most the share of differing pairs at the second
  /// @param difference most less least; without an interval if it is not shown
  public record Unsteady(
      int steady, int unsteady, double least, double most, Difference difference) {}

  /// Computes the effect; none if no prompt has answers at several loads, and several at one.
  ///
  /// @param seed of the random numbers
  public static List<LoadEffect> of(List<AnswerGroup> groups, long seed) {
    int[] loads =
        groups.stream()
            .flatMap(each -> each.answers().stream())
            .mapToInt(Answer::load)
            .distinct()
            .sorted()
            .toArray();
    List<Prompt> prompts =
        groups.stream().flatMap(each -> Prompt.of(each, loads).stream()).toList();
    return prompts.isEmpty() ? List.of() : List.of(new Test(prompts, loads, seed).effect());
  }

  /// The shares of differing pairs of one prompt: between loads, and within each load, NaN without
  /// pairs.
  private static final class Shares {
    private final double across;
    private final double[] within;

    Shares(double across, double[] within) {
      this.across = across;
      this.within = within;
    }

    double across() {
      return across;
    }

    double shift() {
      return across - meanWithin();
    }

    double meanWithin() {
      return Arrays.stream(within).filter(each -> !Double.isNaN(each)).average().orElseThrow();
    }
  }

  /// The computation.
  private static final class Test {
    private final List<Prompt> prompts;
    private final int[] loads;
    private final SplittableRandom random;
    private final List<Shares> found;

    Test(List<Prompt> prompts, int[] loads, long seed) {
      this.prompts = prompts;
      this.loads = loads;
      this.random = new SplittableRandom(seed);
      this.found = prompts.stream().map(each -> each.shares(each.loads)).toList();
    }

    LoadEffect effect() {
      int[] ends = ends(found);
      double shift = mean(found, Shares::shift);
      double range = range(found);
      double[] p = probabilities(shift, range);
      Unsteady unsteady =
          ends[0] == ends[1]
              ? null
              : new Unsteady(
                  loads[ends[0]],
                  loads[ends[1]],
                  within(found, ends[0]),
                  within(found, ends[1]),
                  p[1] < SIGNIFICANT
                      ? difference(
                          range, each -> within(each, ends[1]) - within(each, ends[0]), p[1])
                      : new Difference(range, null, null, p[1]));
      return new LoadEffect(
          prompts.size(),
          mean(found, Shares::across),
          mean(found, Shares::meanWithin),
          difference(shift, each -> mean(each, Shares::shift), p[0]),
          unsteady);
    }

    private Difference difference(
        double value, ToDoubleFunction<List<Shares>> statistic, double p) {
      double[] values = new double[TRIALS];
      for (int i = 0; i < TRIALS; i++) {
        values[i] =
            statistic.applyAsDouble(
                random.ints(found.size(), 0, found.size()).mapToObj(found::get).toList());
      }
      Arrays.sort(values);
      return new Difference(value, values[TRIALS / TAIL], values[TRIALS - TRIALS / TAIL - 1], p);
    }

    private double[] probabilities(double shift, double range) {
      int[] reached = new int[2];
      for (int i = 0; i < TRIALS; i++) {
        List<Shares> permuted = prompts.stream().map(each -> each.permuted(random)).toList();
        reached[0] += mean(permuted, Shares::shift) >= shift - EQUAL ? 1 : 0;
        reached[1] += range(permuted) >= range - EQUAL ? 1 : 0;
      }
      return Arrays.stream(reached).mapToDouble(each -> (each + 1.0) / (TRIALS + 1.0)).toArray();
    }

    private static double mean(List<Shares> shares, ToDoubleFunction<Shares> value) {
      return shares.stream().mapToDouble(value).average().orElseThrow();
    }

    /// Returns the mean share within a load over the prompts that have pairs there; NaN if none
    /// has.
    private static double within(List<Shares> shares, int load) {
      return shares.stream()
          .mapToDouble(each -> each.within[load])
          .filter(each -> !Double.isNaN(each))
          .average()
          .orElse(Double.NaN);
    }

    private double range(List<Shares> shares) {
      int[] ends = ends(shares);
      return within(shares, ends[1]) - within(shares, ends[0]);
    }

    /// Returns the loads with the smallest and the largest share; twice the same if only one has
    /// pairs.
    private int[] ends(List<Shares> shares) {
      int[] paired =
          IntStream.range(0, loads.length)
              .filter(load -> !Double.isNaN(within(shares, load)))
              .toArray();
      int least = paired[0];
      int most = paired[paired.length - 1];
      for (int load : paired) {
        least = within(shares, load) < within(shares, least) ? load : least;
        most = within(shares, load) > within(shares, most) ? load : most;
      }
      return new int[] {least, most};
    }
  }

  /// The answers to one prompt as numbers: equal texts have equal numbers.
  private static final class Prompt {
    private final int[] loads;
    private final int[] texts;
    private final int known;
    private final boolean varied;

    /// @param loads the load of each answer, as its place in the list of all loads
    /// @param known how many loads the list has
    private Prompt(int[] loads, int[] texts, int known) {
      this.loads = loads;
      this.texts = texts;
      this.known = known;
      this.varied = Arrays.stream(texts).anyMatch(text -> text > 0);
    }

    /// Returns the prompt, if it has answers at several loads and several at one of them.
    static List<Prompt> of(AnswerGroup group, int[] all) {
      int[] loads =
          group.answers().stream()
              .mapToInt(each -> Arrays.binarySearch(all, each.load()))
              .toArray();
      List<String> known = new ArrayList<>();
      int[] texts =
          group.answers().stream()
              .mapToInt(answer -> {
                if (!known.contains(answer.text())) {
                  known.add(answer.text());
                }
                return known.indexOf(answer.text());
              })
              .toArray();
      long different = Arrays.stream(loads).distinct().count();
      return Stream.of(new Prompt(loads, texts, all.length))
          .filter(_ -> different > 1 && loads.length > different)
          .toList();
    }

    /// Returns the shares with the loads exchanged among the answers at random.
    Shares permuted(SplittableRandom random) {
      if (!varied) {
        return shares(loads); // the same, however they are exchanged
      }
      int[] shuffled = loads.clone();
      for (int i = shuffled.length - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int load = shuffled[i];
        shuffled[i] = shuffled[j];
        shuffled[j] = load;
      }
      return shares(shuffled);
    }

    Shares shares(int[] assigned) {
      long[] pairs = new long[known + 1]; // the last one is between loads
      long[] differing = new long[known + 1];
      for (int i = 0; i < texts.length; i++) {
        for (int j = i + 1; j < texts.length; j++) {
          int place = assigned[i] == assigned[j] ? assigned[i] : known;
          pairs[place]++;
          differing[place] += texts[i] == texts[j] ? 0 : 1;
        }
      }
      double[] shares = new double[known];
      for (int load = 0; load < known; load++) {
        shares[load] = pairs[load] == 0 ? Double.NaN : (double) differing[load] / pairs[load];
      }
      return new Shares((double) differing[known] / pairs[known], shares);
    }
  }
}
