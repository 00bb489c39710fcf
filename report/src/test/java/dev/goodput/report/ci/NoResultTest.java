package dev.goodput.report.ci;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

final class NoResultTest {
  private static final NoResult REASON =
      new NoResult("nothing was measured", "cannot reach <http://a>: \u001b\"refused\"", 3);

  @Test
  void isATestCaseWithAnError() throws Exception {
    byte[] xml = REASON.xml().getBytes(StandardCharsets.UTF_8);
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml));
    Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
    Element error = (Element) document.getElementsByTagName("error").item(0);

    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(error.getParentNode().getNodeName()).isEqualTo("testcase");
    assertThat(error.getAttribute("message")).isEqualTo("cannot reach <http://a>:  \"refused\"");
    assertThat(error.getAttribute("type")).isEqualTo("exit code 3");
  }

  @Test
  void statesTheReasonInTheSummary() {
    assertThat(REASON.markdown())
        .isEqualTo(
            "## goodput: nothing was measured\n\n❌ cannot reach &lt;http://a>:  \"refused\" (exit"
                + " code 3)\n");
  }
}
