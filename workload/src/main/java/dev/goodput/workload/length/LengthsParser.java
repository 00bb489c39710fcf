package dev.goodput.workload.length;

import dev.goodput.record.words.WordSuggestion;
import dev.goodput.workload.input.WorkloadException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A recursive-descent parser of the grammar of [LengthDistribution].
final class LengthsParser {
  private static final List<String> NAMES =
      List.of("fixed", "uniform", "normal", "lognormal", "mixture");

  private final String text;
  private int position;

  LengthsParser(String text) {
    this.text = text;
  }

  LengthDistribution parse() {
    LengthDistribution lengths = lengths();
    if (peek() != 0) {
      throw wrong("the end", position);
    }
    return lengths;
  }

  private LengthDistribution lengths() {
    if (Character.isDigit(peek())) {
      return numberOrRange();
    }
    int at = position;
    String name = word();
    return switch (name) {
      case "fixed" -> fixed();
      case "uniform" -> uniform();
      case "normal" -> normal();
      case "lognormal" -> logNormal();
      case "mixture" -> mixture();
      default -> throw unknown(name, at);
    };
  }

  private LengthDistribution numberOrRange() {
    int low = whole();
    if (peek() != '-') {
      return new LengthDistribution.Fixed(low);
    }
    position++;
    return range(low, whole());
  }

  private LengthDistribution fixed() {
    expect('(');
    int value = whole();
    expect(')');
    return new LengthDistribution.Fixed(value);
  }

  private LengthDistribution uniform() {
    expect('(');
    int low = whole();
    expect(',');
    int high = whole();
    expect(')');
    return range(low, high);
  }

  private LengthDistribution range(int low, int high) {
    if (low > high) {
      throw failure("the lower end " + low + " is above the upper end " + high);
    }
    return new LengthDistribution.Uniform(low, high);
  }

  private LengthDistribution normal() {
    expect('(');
    double mean = positive("the mean");
    expect(',');
    double deviation = number();
    expect(')');
    return new LengthDistribution.Normal(mean, deviation);
  }

  private LengthDistribution logNormal() {
    expect('(');
    double median = positive("the median");
    expect(',');
    double sigma = number();
    expect(')');
    return new LengthDistribution.LogNormal(median, sigma);
  }

  private LengthDistribution mixture() {
    List<LengthDistribution.Part> parts = new ArrayList<>();
    expect('(');
    do {
      double weight = positive("a weight");
      expect(':');
      parts.add(new LengthDistribution.Part(weight, lengths()));
    } while (accept(','));
    expect(')');
    return new LengthDistribution.Mixture(parts);
  }

  private double positive(String what) {
    int at = position;
    double value = number();
    if (value <= 0) {
      throw failure(what + " must be above 0 at position " + (at + 1));
    }
    return value;
  }

  private int whole() {
    int at = position;
    double value = number();
    if (value < 1 || value != Math.rint(value)) {
      throw wrong("a positive whole number", at);
    }
    if (value > LengthDistribution.MAX) {
      throw wrong("at most " + LengthDistribution.MAX, at);
    }
    return (int) value;
  }

  private double number() {
    peek();
    int begin = position;
    while (position < text.length()
        && (Character.isDigit(text.charAt(position)) || text.charAt(position) == '.')) {
      position++;
    }
    try {
      return Double.parseDouble(text.substring(begin, position));
    } catch (NumberFormatException e) {
      throw wrong("a number", begin);
    }
  }

  private String word() {
    peek();
    int begin = position;
    while (position < text.length() && Character.isLetter(text.charAt(position))) {
      position++;
    }
    return text.substring(begin, position).toLowerCase(Locale.ROOT);
  }

  private boolean accept(char wanted) {
    if (peek() != wanted) {
      return false;
    }
    position++;
    return true;
  }

  private void expect(char wanted) {
    if (!accept(wanted)) {
      throw wrong("\"" + wanted + "\"", position);
    }
  }

  /// Returns the next character that is not blank, 0 at the end.
  private char peek() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    return position < text.length() ? text.charAt(position) : 0;
  }

  private WorkloadException unknown(String name, int at) {
    if (name.isEmpty()) {
      return wrong("a number or a distribution", at);
    }
    return failure("no distribution \"" + name + "\"" + WordSuggestion.hint(name, NAMES));
  }

  private WorkloadException wrong(String expected, int at) {
    String found = at >= text.length() ? "the end" : "\"" + text.substring(at).strip() + "\"";
    return failure("expected " + expected + " at position " + (at + 1) + ", found " + found);
  }

  private WorkloadException failure(String problem) {
    return new WorkloadException.Syntax(
        "cannot read the lengths \""
            + text
            + "\": "
            + problem
            + (problem.endsWith("?") ? "" : ".")
            + " Forms: 512, 100-500, uniform(100,500), normal(512,64), lognormal(500,0.8),"
            + " mixture(0.7:normal(512,64),0.3:2000)");
  }
}
