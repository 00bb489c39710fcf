package dev.goodput.report.document;

import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import dev.goodput.report.ReportInput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// `requests.jsonl`: one object per attempt and line, streamed from the log; the fields of
/// [RequestsCsv], absent where there is no value.
public final class RequestsJsonl {
  private static final JsonFactory JSON = JsonFactory.builder().rootValueSeparator("\n").build();

  private RequestsJsonl() {}

  /// Writes all rows to a file, in place of what was there.
  ///
  /// @throws UncheckedIOException where the file cannot be written
  public static void write(ReportInput in, Path file) {
    write(in.log(), file);
  }

  static void write(LogSource log, Path file) {
    try (BufferedWriter out = Files.newBufferedWriter(file);
        JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      log.read(entry -> row(entry, json));
      json.flush();
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private static void row(LogEntry entry, JsonGenerator json) {
    if (entry instanceof RequestRecord record) {
      json.writeStartObject();
      Attempt.write(record, new Row(json));
      json.writeEndObject();
    }
  }

  private record Row(JsonGenerator json) implements Attempt.Sink {
    @Override
    public void whole(String name, long value) {
      json.writeNumberProperty(name, value);
    }

    @Override
    public void text(String name, String value) {
      json.writeStringProperty(name, value);
    }

    @Override
    public void absent(String name) {
      // A field that is not there is how this format says it.
    }
  }
}
