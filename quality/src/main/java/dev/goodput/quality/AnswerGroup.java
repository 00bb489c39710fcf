package dev.goodput.quality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;

/// The answers to one prompt that was sent several times, at one or more loads.
///
/// @param answers the answers
public record AnswerGroup(List<Answer> answers) {
  /// Copies the answers.
  public AnswerGroup {
    answers = List.copyOf(answers);
  }

  /// One answer.
  ///
  /// @param load the number of the load at which it was given
  /// @param text the whole text
  /// @param scores its scores, in the order of the columns; empty if it was not scored
  public record Answer(int load, String text, List<Double> scores) {
    /// Copies the scores.
    public Answer {
      scores = List.copyOf(scores);
    }
  }

  /// Where two answers to one prompt differ.
  ///
  /// @param first one text
  /// @param second another text
  /// @param pairs how many pairs of answers have these two texts
  public record Difference(String first, String second, long pairs) {}

  /// What the pairs of answers have in common.
  ///
  /// @param pairs how many there are, above 0
  /// @param differing how many of them have different texts
  /// @param overlaps the sum of their ROUGE-L, 1 for equal texts
  /// @param differences the different texts
  public record Pairs(long pairs, long differing, double overlaps, List<Difference> differences) {
    /// Returns the share of pairs with different texts, 0 to 1.
    public double share() {
      return (double) differing / pairs;
    }

    /// Returns the mean ROUGE-L, 0 to 1.
    public double rougeL() {
      return overlaps / pairs;
    }
  }

  /// Returns the number of answers at a load.
  public int at(int load) {
    return (int) answers.stream().filter(each -> each.load == load).count();
  }

  /// Returns the pairs of answers at the same load, for one load; none if there are fewer than two
  /// answers.
  public List<Pairs> within(int load) {
    return pairs((one, other) -> one == load && other == load);
  }

  /// Returns the pairs of answers at different loads; none if all were given at one load.
  public List<Pairs> across() {
    return pairs((one, other) -> one != other);
  }

  /// Returns the difference between the largest and the smallest value of a score at a load; empty
  /// if fewer than two answers were scored.
  public OptionalDouble spread(IntPredicate load, int column) {
    double[] values =
        answers.stream()
            .filter(each -> load.test(each.load) && each.scores.size() > column)
            .mapToDouble(each -> each.scores.get(column))
            .sorted()
            .toArray();
    return values.length < 2
        ? OptionalDouble.empty()
        : OptionalDouble.of(values[values.length - 1] - values[0]);
  }

  /// A condition on the loads of two answers.
  private interface Chosen {
    boolean test(int one, int other);
  }

  private List<Pairs> pairs(Chosen chosen) {
    long pairs = 0;
    Map<List<String>, Long> differing = new HashMap<>();
    for (int i = 0; i < answers.size(); i++) {
      Answer one = answers.get(i);
      for (Answer other : answers.subList(i + 1, answers.size())) {
        if (chosen.test(one.load, other.load)) {
          pairs++;
          int order = one.text.compareTo(other.text);
          if (order != 0) {
            differing.merge(
                order < 0 ? List.of(one.text, other.text) : List.of(other.text, one.text),
                1L,
                Long::sum);
          }
        }
      }
    }
    return pairs == 0 ? List.of() : List.of(compared(pairs, differing));
  }

  private static Pairs compared(long pairs, Map<List<String>, Long> differing) {
    List<Difference> differences = new ArrayList<>();
    differing.forEach(
        (texts, count) -> differences.add(new Difference(texts.get(0), texts.get(1), count)));
    differences.sort((a, b) -> (a.first + a.second).compareTo(b.first + b.second));
    long different = 0;
    double overlaps = 0;
    for (Difference each : differences) {
      different += each.pairs;
      overlaps += each.pairs * Rouge.ROUGE_L.score(each.first, List.of(each.second), false).f1();
    }
    return new Pairs(pairs, different, overlaps + pairs - different, differences);
  }
}
