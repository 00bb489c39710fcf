package dev.goodput.monitor.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class LivePageTest {
  private static final String PAGE = new String(LivePage.html(), StandardCharsets.UTF_8);

  @Test
  void sendsRequestsOnlyToItsOwnServer() {
    Matcher policy =
        Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"").matcher(PAGE);
    assertThat(policy.find()).isTrue();
    assertThat(policy.group(1))
        .startsWith("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-")
        .endsWith("; connect-src 'self'")
        .doesNotContain("unsafe");
    assertThat(PAGE).doesNotContainPattern("(src|href)=\"(?!#)");
  }

  @Test
  void containsNoMarkupThatAScriptWouldCreate() {
    assertThat(PAGE)
        .doesNotContain("innerHTML")
        .doesNotContain("outerHTML")
        .doesNotContain("insertAdjacentHTML")
        .doesNotContain("document.write")
        .doesNotContain("eval(");
  }

  @Test
  void isAlwaysTheSame() {
    assertThat(LivePage.html()).isEqualTo(LivePage.html());
  }
}
