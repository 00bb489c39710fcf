package dev.goodput.app.bench;

import dev.goodput.app.AppException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `--extra-body`: a JSON object whose fields are added to each request.
final class ExtraBody {
  private ExtraBody() {}

  /// @throws AppException.Usage when the text is not one JSON object
  static void check(String text) {
    try {
      JsonNode node = JsonMapper.shared().readTree(text);
      BenchChecks.refuse(
          !node.isObject(),
          "--extra-body must be a JSON object like '{\"top_k\": 1}', found " + text);
    } catch (JacksonException e) {
      throw new AppException.Usage(
          "--extra-body is not JSON: " + e.getOriginalMessage() + "; found " + text);
    }
  }
}
