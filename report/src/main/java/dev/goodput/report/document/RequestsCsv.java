package dev.goodput.report.document;

import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.StringJoiner;

/// `requests.csv`: one row per attempt, streamed from the log. Absent values are empty; fields are
/// quoted as RFC 4180 has it. Of a gateway's run, which the first row tells, the columns of
/// [GatewayColumns] follow.
public final class RequestsCsv {
  private RequestsCsv() {}

  /// Writes all rows to a file, in place of what was there.
  ///
  /// @throws UncheckedIOException with the reason where the file cannot be written
  public static void write(ReportInput in, Path file) {
    write(in.log(), file);
  }

  static void write(LogSource log, Path file) {
    ReportFile.stream(
        file,
        out -> {
          Rows rows = new Rows(out);
          log.read(rows::add);
          rows.headerIfEmpty();
        });
  }

  private static final class Rows {
    private final Writer out;
    private boolean begun;
    private boolean passed;

    Rows(Writer out) {
      this.out = out;
    }

    void add(LogEntry entry) {
      if (entry instanceof RequestRecord record) {
        passed |= !begun && record.passage() != null;
        headerIfEmpty();
        Row row = new Row();
        RequestColumn.write(record, passed, row);
        line(row.values.toString());
      }
    }

    void headerIfEmpty() {
      if (!begun) {
        begun = true;
        String more = passed ? "," + String.join(",", GatewayColumns.NAMES) : "";
        line(String.join(",", RequestColumn.NAMES) + more);
      }
    }

    private void line(String text) {
      try {
        out.write(text);
        out.write("\r\n");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Row implements RequestColumn.Sink {
    private final StringJoiner values = new StringJoiner(",");

    @Override
    public void whole(String name, long value) {
      values.add(Long.toString(value));
    }

    @Override
    public void text(String name, String value) {
      boolean plain = value.chars().noneMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r');
      values.add(plain ? value : '"' + value.replace("\"", "\"\"") + '"');
    }

    @Override
    public void absent(String name) {
      values.add("");
    }
  }
}
