package dev.goodput.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.page.PageFile.HtmlEscape;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class HtmlEscapeTest {
  @Test
  void keepsJsonValuesAndEscapesScriptEndsAndInvisibleCharacters() {
    String json = "{\"model\":\"a\u202e</script>&\u2028\ud83d\ude00\u009bz\"}";
    String escaped = HtmlEscape.json(json);

    assertThat(escaped)
        .isEqualTo(
            "{\"model\":\"a\\u202e\\u003c/script\\u003e\\u0026\\u2028\ud83d\ude00\\u009bz\"}");
    assertThat(JsonMapper.shared().readTree(escaped)).isEqualTo(JsonMapper.shared().readTree(json));
  }
}
