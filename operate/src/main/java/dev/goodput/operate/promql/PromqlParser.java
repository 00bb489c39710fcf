package dev.goodput.operate.promql;

import dev.goodput.operate.promql.Tokens.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A parser of PromQL.
public final class PromqlParser {
  private static final Set<String> AGGREGATIONS =
      Set.of(
          "sum",
          "avg",
          "count",
          "min",
          "max",
          "group",
          "stddev",
          "stdvar",
          "topk",
          "bottomk",
          "count_values",
          "quantile",
          "limitk",
          "limit_ratio");

  /// From the weakest to the strongest.
  private static final List<Set<String>> LEVELS =
      List.of(
          Set.of("or"),
          Set.of("and", "unless"),
          Set.of("==", "!=", "<", ">", "<=", ">="),
          Set.of("+", "-"),
          Set.of("*", "/", "%", "atan2"),
          Set.of("^"));

  private static final int DEEPEST = 100;
  private static final Pattern PART = Pattern.compile("(\\d+)(ms|[smhdwy])");

  private final Tokens tokens;
  private int depth;

  private PromqlParser(Tokens tokens) {
    this.tokens = tokens;
  }

  /// Parses a query.
  ///
  /// @throws PromqlException with the position of the problem
  public static Expr parse(String query) throws PromqlException {
    PromqlParser parser = new PromqlParser(new Tokens(query));
    Expr whole = parser.binary(0);
    if (parser.tokens.kind() != Kind.END) {
      throw parser.tokens.unexpected("an operator or the end");
    }
    return whole;
  }

  private Expr binary(int level) throws PromqlException {
    if (level == LEVELS.size()) {
      return signed();
    }
    Expr left = binary(level + 1);
    while (operatorOf(level)) {
      int at = tokens.at();
      String operator = tokens.take().toLowerCase(Locale.ROOT);
      boolean _ = tokens.skip("bool");
      matching();
      // Powers bind to the right.
      Expr right = operator.equals("^") ? binary(level) : binary(level + 1);
      left = new Expr.Binary(at, operator, left, right);
    }
    return left;
  }

  private boolean operatorOf(int level) {
    return tokens.kind() != Kind.TEXT && LEVELS.get(level).stream().anyMatch(tokens::is);
  }

  private void matching() throws PromqlException {
    if (tokens.skip("on") || tokens.skip("ignoring")) {
      labels();
      if ((tokens.skip("group_left") || tokens.skip("group_right")) && tokens.is("(")) {
        labels();
      }
    }
  }

  private Expr signed() throws PromqlException {
    int at = tokens.at();
    if (tokens.is("-") || tokens.is("+")) {
      boolean minus = tokens.take().equals("-");
      enter();
      Expr inner = binary(LEVELS.size() - 1);
      depth--;
      return new Expr.Sign(at, minus, inner);
    }
    enter();
    Expr expr = ranged(primary());
    depth--;
    return expr;
  }

  private void enter() throws PromqlException {
    if (++depth > DEEPEST) {
      throw new PromqlException(tokens.at(), "is nested more than " + DEEPEST + " deep");
    }
  }

  private Expr primary() throws PromqlException {
    int at = tokens.at();
    return switch (tokens.kind()) {
      case NUMBER -> new Expr.NumberLiteral(at, number(tokens.take()));
      // Prometheus 3 reads a duration as a number of seconds.
      case DURATION -> new Expr.NumberLiteral(at, duration(tokens.take()).toMillis() / 1e3);
      case TEXT -> new Expr.StringLiteral(at, unquoted(tokens.take()));
      case NAME -> named(at, tokens.take());
      case OPERATOR, END -> tokens.is("{") ? selector(at, "") : inParentheses();
    };
  }

  private Expr inParentheses() throws PromqlException {
    tokens.require("(");
    Expr inner = binary(0);
    tokens.require(")");
    return inner;
  }

  private Expr named(int at, String name) throws PromqlException {
    String lower = name.toLowerCase(Locale.ROOT);
    if (AGGREGATIONS.contains(lower)
        && (tokens.is("(") || tokens.is("by") || tokens.is("without"))) {
      return aggregation(at, lower);
    }
    return tokens.is("(") ? new Expr.Call(at, lower, arguments()) : selector(at, name);
  }

  private Expr aggregation(int at, String operator) throws PromqlException {
    boolean before = tokens.is("by") || tokens.is("without");
    boolean without = tokens.is("without");
    List<String> labels = before ? grouping() : List.of();
    List<Expr> arguments = arguments();
    if (!before && (tokens.is("by") || tokens.is("without"))) {
      without = tokens.is("without");
      labels = grouping();
    }
    return new Expr.Aggregation(at, operator, without, labels, arguments);
  }

  private List<String> grouping() throws PromqlException {
    tokens.take();
    return labels();
  }

  private List<String> labels() throws PromqlException {
    List<String> labels = new ArrayList<>();
    tokens.require("(");
    while (!tokens.is(")")) {
      if (tokens.kind() != Kind.NAME && tokens.kind() != Kind.TEXT) {
        throw tokens.unexpected("a label");
      }
      labels.add(tokens.take());
      if (!tokens.skip(",")) {
        break;
      }
    }
    tokens.require(")");
    return labels;
  }

  private List<Expr> arguments() throws PromqlException {
    List<Expr> arguments = new ArrayList<>();
    tokens.require("(");
    while (!tokens.is(")")) {
      arguments.add(binary(0));
      if (!tokens.skip(",")) {
        break;
      }
    }
    tokens.require(")");
    return arguments;
  }

  private Expr selector(int at, String name) throws PromqlException {
    String metric = name;
    List<Expr.Matcher> matchers = new ArrayList<>();
    if (tokens.skip("{")) {
      while (!tokens.is("}")) {
        boolean quoted = tokens.kind() == Kind.TEXT;
        if (!quoted && tokens.kind() != Kind.NAME) {
          throw tokens.unexpected("a label");
        }
        String label = quoted ? unquoted(tokens.take()) : tokens.take();
        if (quoted && (tokens.is(",") || tokens.is("}"))) {
          metric = label;
        } else {
          matchers.add(matcher(label));
        }
        if (!tokens.skip(",")) {
          break;
        }
      }
      tokens.require("}");
    }
    return new Expr.Selector(at, metric, matchers, null);
  }

  private Expr.Matcher matcher(String label) throws PromqlException {
    String operator = tokens.word();
    if (!Set.of("=", "!=", "=~", "!~").contains(operator)) {
      throw tokens.unexpected("=, !=, =~ or !~");
    }
    tokens.take();
    if (tokens.kind() != Kind.TEXT) {
      throw tokens.unexpected("a quoted value");
    }
    return new Expr.Matcher(label, operator, unquoted(tokens.take()));
  }

  /// Reads what may follow an expression: a window, `offset` and `@`.
  private Expr ranged(Expr first) throws PromqlException {
    Expr expr = first;
    while (true) {
      if (tokens.skip("[")) {
        expr = window(expr);
      } else if (tokens.skip("offset")) {
        tokens.skip("-");
        requireDuration();
      } else if (tokens.skip("@")) {
        binary(LEVELS.size());
      } else {
        return expr;
      }
    }
  }

  private Expr window(Expr expr) throws PromqlException {
    Duration range = requireDuration();
    boolean subquery = tokens.skip(":");
    if (subquery && tokens.kind() == Kind.DURATION) {
      tokens.take();
    }
    tokens.require("]");
    if (!subquery && expr instanceof Expr.Selector selector && selector.range() == null) {
      return new Expr.Selector(selector.at(), selector.metric(), selector.matchers(), range);
    }
    if (!subquery) {
      throw new PromqlException(expr.at(), "a window needs a selector; a subquery is [1h:]");
    }
    return new Expr.Subquery(expr.at(), expr, range);
  }

  private Duration requireDuration() throws PromqlException {
    if (tokens.kind() != Kind.DURATION && tokens.kind() != Kind.NUMBER) {
      throw tokens.unexpected("a duration such as 5m");
    }
    boolean seconds = tokens.kind() == Kind.NUMBER;
    String word = tokens.take();
    return seconds ? Duration.ofMillis((long) (number(word) * 1000)) : duration(word);
  }

  private static Duration duration(String word) {
    Duration sum = Duration.ZERO;
    Matcher parts = PART.matcher(word);
    while (parts.find()) {
      sum = sum.plus(unit(parts.group(2)).multipliedBy(Long.parseLong(parts.group(1))));
    }
    return sum;
  }

  private static Duration unit(String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(1);
      case "s" -> Duration.ofSeconds(1);
      case "m" -> Duration.ofMinutes(1);
      case "h" -> Duration.ofHours(1);
      case "d" -> Duration.ofDays(1);
      case "w" -> Duration.ofDays(7);
      default -> Duration.ofDays(365);
    };
  }

  private static double number(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "inf" -> Double.POSITIVE_INFINITY;
      case "nan" -> Double.NaN;
      default ->
          lower.startsWith("0x")
              ? Long.parseLong(lower.substring(2), 16)
              : Double.parseDouble(word);
    };
  }

  private static String unquoted(String word) {
    String inner = word.substring(1, word.length() - 1);
    return word.startsWith("`") ? inner : inner.replaceAll("\\\\(.)", "$1");
  }
}
