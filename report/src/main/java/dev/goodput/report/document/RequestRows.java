package dev.goodput.report.document;

import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import dev.goodput.report.ReportFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// The files with a row per attempt, streamed from the log.
public final class RequestRows {
  private static final JsonFactory JSON = JsonFactory.builder().rootValueSeparator("").build();

  private RequestRows() {}

  /// Writes `requests.csv`, in place of what was there. Absent values are empty; fields are quoted
  /// as RFC 4180 has it. Of a gateway's run, which the first row tells, further columns follow.
  ///
  /// @throws UncheckedIOException with the reason where the file cannot be written
  public static void csv(LogSource log, Path file) {
    ReportFile.stream(
        file,
        out -> {
          List<RequestColumn> columns = new ArrayList<>();
          log.read(entry -> {
            if (entry instanceof RequestRecord row) {
              if (columns.isEmpty()) {
                columns.addAll(columns(row));
                line(columns.stream().map(RequestColumn::name).toList(), out);
              }
              line(columns.stream().map(column -> field(column.value().apply(row))).toList(), out);
            }
          });
          if (columns.isEmpty()) {
            line(RequestColumn.ALL.stream().map(RequestColumn::name).toList(), out);
          }
        });
  }

  private static List<RequestColumn> columns(RequestRecord row) {
    List<RequestColumn> columns = new ArrayList<>(RequestColumn.ALL);
    columns.addAll(row.passage() == null ? List.of() : RequestColumn.OF_GATEWAY);
    return columns;
  }

  private static void line(List<String> fields, Writer out) {
    try {
      out.write(String.join(",", fields) + "\r\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String field(@Nullable Object value) {
    String text = value == null ? "" : value.toString();
    boolean plain = text.chars().noneMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /// Writes `requests.jsonl`, one object per line, in place of what was there; absent values have
  /// no field.
  ///
  /// @throws UncheckedIOException with the reason where the file cannot be written
  public static void jsonl(LogSource log, Path file) {
    ReportFile.stream(
        file,
        out -> {
          try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            log.read(entry -> {
              if (entry instanceof RequestRecord row) {
                json.writeStartObject();
                columns(row)
                    .forEach(column -> field(column.name(), column.value().apply(row), json));
                json.writeEndObject();
                json.writeRaw('\n');
              }
            });
          } catch (JacksonIOException e) {
            throw e.getCause();
          }
        });
  }

  private static void field(String name, @Nullable Object value, JsonGenerator json) {
    if (value instanceof Number number) {
      json.writeNumberProperty(name, number.longValue());
    } else if (value != null) {
      json.writeStringProperty(name, value.toString());
    }
  }
}
