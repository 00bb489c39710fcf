package dev.goodput.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A receiver of a query's result: first the columns, then the rows in order.
public interface QuerySink {
  /// Receives the names and the SQL types of the columns.
  void columns(List<String> names, List<String> types);

  /// Receives one row as text; a null is null.
  void row(List<@Nullable String> values);
}
