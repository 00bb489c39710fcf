package dev.goodput.report.quality;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.goodput.record.RecordException;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A record as a JSON file of the run directory; its components are the fields.
final class QualityFile {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .changeDefaultPropertyInclusion(each -> each.withValueInclusion(Include.NON_NULL))
          .build();

  private QualityFile() {}

  /// Reads a file of a run; empty if the run has none.
  ///
  /// @throws RecordException.ReadFailed if the file cannot be read
  static <T extends Record> Optional<T> read(ReportInput in, String name, Class<T> type) {
    boolean sliced = in.fact("run.slices").isPresent();
    return sliced ? Optional.empty() : read(in.dir().resolve(name), type);
  }

  private static <T extends Record> Optional<T> read(Path file, Class<T> type) {
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(Files.readString(file), type));
    } catch (IOException e) {
      throw new RecordException.ReadFailed(file, e);
    } catch (JacksonException e) {
      throw new RecordException.ReadFailed(file, new IOException(e.getOriginalMessage(), e));
    }
  }

  /// Writes a record.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  static void write(Path file, String schema, Record record) {
    ObjectNode root = JSON.createObjectNode();
    root.put("schema", schema);
    root.setAll(tree(record));
    ReportFile.write(file, root.toPrettyString() + System.lineSeparator());
  }

  static ObjectNode tree(Record record) {
    return JSON.valueToTree(record);
  }
}
