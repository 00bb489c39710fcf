package dev.goodput.lab;

import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// A writer of the texts of a run's responses, one JSON object per request. It exists only for runs
/// whose answers are scored or compared with each other.
public final class AnswerFile implements AutoCloseable {
  private static final JsonFactory JSON = JsonFactory.builder().rootValueSeparator("").build();

  private final Path file;
  private final JsonGenerator json;

  private AnswerFile(Path file, JsonGenerator json) {
    this.file = file;
    this.json = json;
  }

  /// Creates the file in a run directory.
  ///
  /// @throws RecordException.WriteFailed if the system refused it
  static AnswerFile in(RunDirectory directory) {
    Path file = directory.path().resolve(RunDirectory.ANSWERS_FILE);
    try {
      Writer writer = Files.newBufferedWriter(file);
      return new AnswerFile(file, JSON.createGenerator(ObjectWriteContext.empty(), writer));
    } catch (IOException e) {
      throw new RecordException.WriteFailed(file, e);
    }
  }

  /// Writes the text of a request's last attempt.
  void add(RequestRecord record, @Nullable String text) {
    if (record.last()) {
      guarded(() -> write(record, text));
    }
  }

  private void write(RequestRecord record, @Nullable String text) {
    json.writeStartObject();
    json.writeNumberProperty("level", record.level());
    json.writeNumberProperty("id", record.id());
    json.writeNumberProperty("session", record.requested().session());
    json.writeNumberProperty("turn", record.requested().turn());
    json.writeStringProperty("outcome", record.outcome().key());
    json.writeStringProperty("text", text == null ? "" : text);
    json.writeEndObject();
    json.writeRaw('\n');
  }

  void flush() {
    guarded(json::flush);
  }

  @Override
  public void close() {
    guarded(json::close);
  }

  private void guarded(Runnable write) {
    try {
      write.run();
    } catch (JacksonIOException e) {
      throw new RecordException.WriteFailed(file, new IOException(e.getOriginalMessage(), e));
    }
  }
}
