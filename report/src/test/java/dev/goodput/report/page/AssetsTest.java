package dev.goodput.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.page.PageFile.HtmlEscape;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class AssetsTest {
  @Test
  void containsTheUnchangedLibraryAndItsLicence() throws Exception {
    for (String line : PageFile.read("vendor/uplot/SHA256SUMS").lines().toList()) {
      String[] parts = line.split(" +", 2);
      byte[] text = PageFile.read("vendor/uplot/" + parts[1]).getBytes(StandardCharsets.UTF_8);
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(text);
      assertThat(HexFormat.of().formatHex(sum)).as(parts[1]).isEqualTo(parts[0]);
    }
    assertThat(PageFile.read("vendor/uplot/LICENSE")).contains("The MIT License");
  }

  @Test
  void containsNothingThatEndsAScriptOrStyle() {
    assertThat(PageFile.chartLibrary()).doesNotContain("</script").doesNotContain("<!--");
    assertThat(PageFile.styles()).doesNotContain("</style");
    String modules = ModuleBundle.of("main", name -> PageFile.read("js/" + name + ".js"));
    assertThat(modules).doesNotContain("</script").doesNotContain("<!--");
  }

  @Test
  void buildsNoElementFromMarkup() {
    String modules = ModuleBundle.of("main", name -> PageFile.read("js/" + name + ".js"));
    assertThat(modules)
        .doesNotContain("innerHTML")
        .doesNotContain("outerHTML")
        .doesNotContain("insertAdjacentHTML")
        .doesNotContain("document.write")
        .doesNotContain("eval(");
  }

  @Test
  void escapesTextForMarkupAndKeepsJsonTheSame() {
    assertThat(HtmlEscape.html("<a href='x'>&\""))
        .isEqualTo("&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    assertThat(HtmlEscape.json("{\"a\":\"</script>\u2028&\"}"))
        .isEqualTo("{\"a\":\"\\u003c/script\\u003e\\u2028\\u0026\"}");
  }
}
