package dev.goodput.report.document;

import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// `requests.jsonl`: one object per attempt and line, streamed from the log; the fields of
/// [RequestsCsv], absent where there is no value.
public final class RequestsJsonl {
  private static final JsonFactory JSON = JsonFactory.builder().rootValueSeparator("").build();

  private RequestsJsonl() {}

  /// Writes all rows to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(ReportInput in, Path file) {
    write(in.log(), file);
  }

  static void write(LogSource log, Path file) {
    ReportFile.stream(
        file,
        out -> {
          try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            log.read(entry -> row(entry, json));
          } catch (JacksonIOException e) {
            throw e.getCause();
          }
        });
  }

  private static void row(LogEntry entry, JsonGenerator json) {
    if (entry instanceof RequestRecord record) {
      json.writeStartObject();
      RequestColumn.write(record, record.passage() != null, new Row(json));
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private record Row(JsonGenerator json) implements RequestColumn.Sink {
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
