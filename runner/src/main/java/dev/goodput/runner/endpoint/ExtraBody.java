package dev.goodput.runner.endpoint;

import dev.goodput.runner.AppException;
import dev.goodput.runner.Checks;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `--extra-body`: a JSON object whose fields are added to each request. It may hold a key, so that
/// what is wrong is named and never quoted.
public final class ExtraBody {
  private ExtraBody() {}

  /// Returns a note if each request wants several choices; otherwise empty.
  ///
  /// @param text what [#check] let through
  static Optional<String> note(String text) {
    JsonNode answers = JsonMapper.shared().readTree(text).path("n");
    return answers.isInt() && answers.intValue() > 1
        ? Optional.of(
            ("each request generates %d responses (\"n\" in --extra-body): its tokens and speed are"
                    + " those of all of them together, its times those of the first token and the"
                    + " last")
                .formatted(answers.intValue()))
        : Optional.empty();
  }

  /// @throws AppException.Usage when the text is not one JSON object, or would undo `--no-stream`
  public static void check(String text) {
    try {
      JsonNode node = JsonMapper.shared().readTree(text);
      Checks.refuse(
          !node.isObject(),
          "--extra-body must be a JSON object like '{\"top_k\": 1}', found "
              + node.getNodeType().name().toLowerCase(Locale.ROOT));
      Checks.refuse(
          node.has("stream"),
          "--extra-body sets \"stream\", which every request sets already: remove it, and use"
              + " --no-stream for whole answers");
    } catch (JacksonException e) {
      throw new AppException.Usage(
          "--extra-body is not JSON: it breaks off or is malformed at character "
              + Math.max(1, e.getLocation().getColumnNr()));
    }
  }
}
