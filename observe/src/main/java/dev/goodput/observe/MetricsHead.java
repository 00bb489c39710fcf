package dev.goodput.observe;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// The first line of a file of looks.
///
/// @param version of the format
/// @param run whose looks they are, null where that was not written down
record MetricsHead(int version, @Nullable String run) {
  private static final String BEGIN = "{\"server_metrics\":";

  /// Whether a line is the beginning of such a head, as of a file that was being begun.
  static boolean torn(String line) {
    return line.startsWith(BEGIN) ? !line.endsWith("}") : BEGIN.startsWith(line);
  }

  /// Reads a line; null where it is no such head.
  static @Nullable MetricsHead read(String line) {
    try (JsonParser json = ObservationJson.FACTORY.createParser(ObjectReadContext.empty(), line)) {
      return line.startsWith(BEGIN) && json.nextToken() == JsonToken.START_OBJECT
          ? members(json)
          : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  private static MetricsHead members(JsonParser json) {
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
    return new MetricsHead(version, run);
  }
}
