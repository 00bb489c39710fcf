package dev.goodput.observe;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// The first line of a file of scrapes.
///
/// @param version of the format
/// @param run id of the run that the scrapes belong to; null if it was not recorded
record MetricsFileHeader(int version, @Nullable String run) {
  private static final String BEGIN = "{\"server_metrics\":";

  /// Returns whether a line is the beginning of such a head, cut while the file was being created.
  static boolean torn(String line) {
    return line.startsWith(BEGIN) ? !line.endsWith("}") : BEGIN.startsWith(line);
  }

  /// Parses a line; returns null if it is not such a head.
  static @Nullable MetricsFileHeader read(String line) {
    try (JsonParser json = ScrapeJson.FACTORY.createParser(ObjectReadContext.empty(), line)) {
      return line.startsWith(BEGIN) && json.nextToken() == JsonToken.START_OBJECT
          ? members(json)
          : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  private static MetricsFileHeader members(JsonParser json) {
    int version = 0;
    String run = null;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      JsonToken _ = json.nextToken();
      switch (name) {
        case "server_metrics" -> version = json.getIntValue();
        case "run" -> run = json.getString();
        default -> json.skipChildren();
      }
    }
    return new MetricsFileHeader(version, run);
  }
}
