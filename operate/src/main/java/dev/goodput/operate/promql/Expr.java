package dev.goodput.operate.promql;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A node of a query. `at` is its position in the text.
public sealed interface Expr {
  /// Returns the offset of the node's start in the query.
  int at();

  /// Returns the direct parts.
  List<Expr> parts();

  /// Returns this node and all below it.
  default Stream<Expr> all() {
    return Stream.concat(Stream.of(this), parts().stream().flatMap(Expr::all));
  }

  /// Returns whether this node or one below it calls one of these functions.
  default boolean calls(String... functions) {
    List<String> names = List.of(functions);
    return all().anyMatch(node -> node instanceof Call call && names.contains(call.function()));
  }

  /// Returns the selectors of this node and of all below it.
  default Stream<Selector> selectors() {
    return all().filter(Selector.class::isInstance).map(Selector.class::cast);
  }

  /// A number.
  record NumberLiteral(int at, double value) implements Expr {
    @Override
    public List<Expr> parts() {
      return List.of();
    }
  }

  /// A string.
  record StringLiteral(int at, String value) implements Expr {
    @Override
    public List<Expr> parts() {
      return List.of();
    }
  }

  /// A condition on a label.
  ///
  /// @param operator `=`, `!=`, `=~` or `!~`
  record Matcher(String label, String operator, String value) {}

  /// A selector of series.
  ///
  /// @param metric the name; empty if only labels are given
  /// @param range the window in brackets; null for an instant
  record Selector(int at, String metric, List<Matcher> matchers, @Nullable Duration range)
      implements Expr {
    /// Copies the list.
    public Selector {
      matchers = List.copyOf(matchers);
    }

    @Override
    public List<Expr> parts() {
      return List.of();
    }
  }

  /// A subquery: `inner[range:step]`.
  record Subquery(int at, Expr inner, Duration range) implements Expr {
    @Override
    public List<Expr> parts() {
      return List.of(inner);
    }
  }

  /// A call of a function.
  record Call(int at, String function, List<Expr> parts) implements Expr {
    /// Copies the list.
    public Call {
      parts = List.copyOf(parts);
    }
  }

  /// An aggregation.
  ///
  /// @param without whether the labels are those to drop
  /// @param labels of `by` or `without`
  record Aggregation(
      int at, String operator, boolean without, List<String> labels, List<Expr> parts)
      implements Expr {
    /// Copies the lists.
    public Aggregation {
      labels = List.copyOf(labels);
      parts = List.copyOf(parts);
    }
  }

  /// An operation on two sides.
  ///
  /// @param operator for example `/`, `>`, `and`
  record Binary(int at, String operator, Expr left, Expr right) implements Expr {
    @Override
    public List<Expr> parts() {
      return List.of(left, right);
    }

    private @Nullable Double compute(double one, double other) {
      return switch (operator) {
        case "+" -> one + other;
        case "-" -> one - other;
        case "*" -> one * other;
        case "/" -> one / other;
        case "^" -> Math.pow(one, other);
        default -> null;
      };
    }

    /// Returns whether the operator compares.
    public boolean compares() {
      return List.of(">", "<", ">=", "<=", "==", "!=").contains(operator);
    }
  }

  /// A sign before a query.
  record Sign(int at, boolean minus, Expr inner) implements Expr {
    @Override
    public List<Expr> parts() {
      return List.of(inner);
    }
  }

  /// Returns the value of a constant expression; null if it reads series or calls functions.
  default @Nullable Double constant() {
    return switch (this) {
      case NumberLiteral number -> number.value();
      case Sign sign -> {
        Double inner = sign.inner().constant();
        yield inner == null ? null : Double.valueOf(sign.minus() ? -inner : inner);
      }
      case Binary binary -> {
        Double left = binary.left().constant();
        Double right = binary.right().constant();
        yield left == null || right == null ? null : binary.compute(left, right);
      }
      default -> null;
    };
  }
}
