package dev.goodput.store.output;

import dev.goodput.store.QuerySink;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A writer of a query's result as CSV by RFC 4180, with a header. A null is an empty field, an
/// empty text is quoted.
///
/// @param out receives the lines
public record CsvSink(PrintWriter out) implements QuerySink {
  @Override
  public void columns(List<String> names, List<String> types) {
    line(names);
  }

  @Override
  public void row(List<@Nullable String> values) {
    line(values);
  }

  private void line(List<? extends @Nullable String> values) {
    out.print(values.stream().map(CsvSink::field).collect(Collectors.joining(",")));
    out.print("\r\n");
  }

  private static String field(@Nullable String value) {
    if (value == null) {
      return "";
    }
    boolean plain =
        !value.isEmpty()
            && value.chars().noneMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r');
    return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
  }
}
