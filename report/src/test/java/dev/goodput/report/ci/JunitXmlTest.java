package dev.goodput.report.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class JunitXmlTest {
  @Test
  void hasACaseForEachBoundTheErrorRateAndTheClient() throws Exception {
    Document xml = parsed(InventedResult.missing());
    assertThat(names(xml))
        .containsExactly(
            "p95 ttft ≤ 200 ms", "p95 tpot ≤ 80 ms", "failures ≤ 1 %", "client trusted");
    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("4");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    Element failure = (Element) xml.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message"))
        .isEqualTo("p95 TTFT 2.31 s, bound 200 ms (11.6 ×); 84 of 240 arrivals were outside it");
  }

  @Test
  void doesNotFailForAnSloThatOnlyCameWithTheWorkload() throws Exception {
    ReportInput in = InventedResult.missing();
    ReportInput informed =
        new ReportInput(
            in.manifest().with("run.slo_source", "workload"),
            in.result(),
            in.options(),
            in.portrait(),
            in.log(),
            in.dir(),
            in.notes());
    Document xml = parsed(informed);
    assertThat(xml.getElementsByTagName("failure").getLength()).isZero();
    assertThat(xml.getElementsByTagName("skipped").getLength()).isEqualTo(1);
  }

  @Test
  void failsForNoLevelBeyondTheOneThatSpeaksForTheRun() throws Exception {
    Document xml = parsed(InventedResult.levels());
    assertThat(xml.getElementsByTagName("testsuite").getLength()).isEqualTo(3);
    assertThat(xml.getElementsByTagName("failure").getLength()).isZero();
    assertThat(xml.getElementsByTagName("skipped").getLength()).isEqualTo(1);
  }

  @Test
  void failsForAClientThatWasTheBottleneckAndForTooManyFailures() throws Exception {
    assertThat(parsed(InventedResult.clientBound()).getElementsByTagName("failure").getLength())
        .isEqualTo(1);
    Document failed = parsed(SampleRuns.allFailed());
    List<String> messages = new ArrayList<>();
    NodeList failures = failed.getElementsByTagName("failure");
    for (int at = 0; at < failures.getLength(); at++) {
      messages.add(((Element) failures.item(at)).getAttribute("message"));
    }
    assertThat(messages).anyMatch(message -> message.startsWith("100 % failed: "));
  }

  @Test
  void staysXmlWhateverAServerSays() throws Exception {
    Document xml = parsed(SampleRuns.hostile());
    assertThat(names(xml)).isNotEmpty();
    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("name")).startsWith("a|b`c`]]>*_&amp;");
    assertThat(JunitXml.xml(SampleRuns.named("x\u0001y"))).doesNotContain("\u0001");
  }

  private static List<String> names(Document xml) {
    List<String> names = new ArrayList<>();
    NodeList cases = xml.getElementsByTagName("testcase");
    for (int at = 0; at < cases.getLength(); at++) {
      names.add(((Element) cases.item(at)).getAttribute("name"));
    }
    return names;
  }

  private static Document parsed(ReportInput in) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(JunitXml.xml(in))));
  }
}
