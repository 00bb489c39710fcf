package dev.goodput.report.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.words.RunText;
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
            "p95 ttft ≤ 200 ms",
            "p95 tpot ≤ 80 ms",
            "failures ≤ 1 %",
            "client trusted",
            "workload as requested",
            "the run");
    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("5");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    Element failure = (Element) xml.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message"))
        .isEqualTo("p95 TTFT 2.31 s, limit 200 ms (11.6 ×); 84 of 240 requests missed it");
    assertThat(xml.getDocumentElement().getAttribute("name"))
        .isEqualTo("goodput bench: Misses chat: p95 TTFT 2.31 s, limit 200 ms (11.6 ×)");
  }

  @Test
  void hasACaseForEachBoundOfEachClassOfAGateway() throws Exception {
    Document xml = parsed(SampleRuns.classes());
    assertThat(names(xml))
        .contains(
            "hurried: p95 ttft ≤ 1 ms", "patient: p95 ttft ≤ 60 s", "idle: p95 ttft ≤ 200 ms");
    assertThat(messages(xml, "failure")).isEmpty();
    assertThat(messages(xml, "skipped"))
        .anyMatch(message -> message.startsWith("does not fail this run: p95 TTFT"))
        .contains("no arrival to judge it by");
  }

  @Test
  void passesNoBoundOfARunThatWasKilled() throws Exception {
    assertThat(messages(parsed(SampleRuns.killed()), "skipped"))
        .hasSize(3)
        .allMatch(message -> message.endsWith(", of those in a log that ends before the run did"));
  }

  @Test
  void passesNoBoundOfALevelWhoseUsersNeverAllStarted() throws Exception {
    Document xml = parsed(InventedResult.many());
    Element last = (Element) xml.getElementsByTagName("testsuite").item(1);
    assertThat(last.getAttribute("skipped")).isEqualTo("2");
    assertThat(messages(xml, "skipped"))
        .filteredOn(message -> message.startsWith("too short to judge: only 262 of 300 users sent"))
        .hasSize(2)
        .allMatch(message -> message.endsWith(" within so far"));
  }

  @Test
  void skipsAMetBoundOfAKilledRunThatMissesAnother() throws Exception {
    ReportInput in = SampleRuns.killed(Slo.parse("p95 ttft<=1ms,p95 tpot<=10s"));
    assertThat(messages(parsed(in), "skipped"))
        .contains("100 % within, of those in a log that ends before the run did");
    assertThat(messages(parsed(in), "failure")).anyMatch(message -> message.startsWith("p95 TTFT"));
  }

  @Test
  void doesNotFailForAnSloThatTheWorkloadSuggested() throws Exception {
    ReportInput in = InventedResult.missing();
    ReportInput informed = in.with(in.manifest().with("run.slo_source", "workload"), in.notes());
    Document xml = parsed(informed);
    assertThat(xml.getElementsByTagName("failure").getLength()).isZero();
    assertThat(xml.getElementsByTagName("skipped").getLength()).isEqualTo(1);
  }

  @Test
  void failsOnlyForTheReportedLevel() throws Exception {
    Document xml = parsed(InventedResult.levels());
    assertThat(xml.getElementsByTagName("testsuite").getLength()).isEqualTo(4);
    assertThat(xml.getElementsByTagName("failure").getLength()).isZero();
    assertThat(xml.getElementsByTagName("skipped").getLength()).isEqualTo(1);
  }

  @Test
  void failsOnceForRepeatedRunsThatMissTheSloTogether() throws Exception {
    Document xml = parsed(SampleRuns.oneLuckyRun());
    assertThat(xml.getElementsByTagName("testsuite").getLength()).isEqualTo(7);
    Element together = (Element) xml.getElementsByTagName("testsuite").item(5);
    assertThat(together.getAttribute("name")).endsWith(", all runs");
    assertThat(together.getAttribute("failures"))
        .isEqualTo(Integer.toString(xml.getElementsByTagName("failure").getLength()));
    assertThat(messages(xml, "skipped")).anyMatch(message -> message.startsWith("fails by a case"));
  }

  @Test
  void failsForAClientBoundRunAndForTooManyFailures() throws Exception {
    assertThat(messages(parsed(InventedResult.clientBound()), "failure"))
        .allMatch(message -> message.startsWith("client-bound: schedule lag"))
        .hasSize(1);
    assertThat(messages(parsed(SampleRuns.allFailed()), "failure"))
        .anyMatch(message -> message.startsWith("100 % failed: "));
  }

  @Test
  void reportsEachReasonOnce() throws Exception {
    for (ReportInput in :
        List.of(
            InventedResult.missing(),
            InventedResult.clientBound(),
            SampleRuns.allFailed(judged()))) {
      assertThat(in.conclusion()).isNotEqualTo(Conclusion.GOOD);
      Document xml = parsed(in);
      assertThat(messages(xml, "failure")).hasSize(1);
      assertThat(messages(xml, "skipped").getLast())
          .startsWith("fails by a case above: " + RunText.against(in).orElseThrow().title());
    }
  }

  private static AnalysisOptions judged() {
    return AnalysisOptions.DEFAULTS;
  }

  @Test
  void isValidXmlWhateverTheServerReturns() throws Exception {
    Document xml = parsed(SampleRuns.hostile());
    assertThat(names(xml)).isNotEmpty();
    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("name")).startsWith("a|b`c`]]>*_&amp;");
    assertThat(JunitXml.xml(SampleRuns.named("x\u0001y"))).doesNotContain("\u0001");
  }

  @Test
  void failsForFailuresIfTheRunDoes() throws Exception {
    InventedLog log = new InventedLog(new InventedLog.Shape(10, 0, 0.03, 0, true, "busy"));
    ReportInput oneBadLevel = SampleRuns.chat(log.open(0, 80, 0).failing(0.3).open(1, 2, 0));
    assertThat(oneBadLevel.result().levels().getLast().judgedErrorRate()).isGreaterThan(0.01);
    assertThat(oneBadLevel.result().errorRate()).isLessThanOrEqualTo(0.01);
    assertThat(messages(parsed(oneBadLevel), "failure"))
        .noneMatch(message -> message.contains(" failed: "));
    assertThat(messages(parsed(oneBadLevel), "skipped"))
        .anyMatch(message -> message.startsWith("does not fail this run: "));
    Document nothingLeft = parsed(SampleRuns.allFailed(SampleRuns.NOTHING_LEFT));
    assertThat(messages(nothingLeft, "failure"))
        .anyMatch(message -> message.endsWith("; all of them outside the measurement window"));
  }

  @Test
  void failsARunWithoutRequests() throws Exception {
    Document xml =
        parsed(SampleRuns.chat(new InventedLog(InventedLog.Shape.GOOD).open(0, 1e-9, 0)));
    assertThat(messages(xml, "failure"))
        .contains("no requests: no request fell due; use a higher rate or a longer --duration");
  }

  @Test
  void failsForAnInternalError() throws Exception {
    ReportInput in =
        SampleRuns.chat(new InventedLog(InventedLog.Shape.GOOD).open(0, 8, 0).miscounted());
    assertThat(in.result().faults()).hasSize(1);
    assertThat(messages(parsed(in), "failure")).containsAll(in.result().faults());
  }

  @Test
  void failsIfTheRunIsNotGoodWhateverItsLevels() throws Exception {
    ReportInput good = InventedResult.good();
    assertThat(messages(parsed(good), "failure")).isEmpty();
    assertThat(messages(parsed(SampleRuns.few(SampleRuns.NOTHING_LEFT)), "failure"))
        .anyMatch(message -> message.startsWith("nothing was judged: no request started after "));
    assertThat(messages(parsed(SampleRuns.torn()), "failure"))
        .contains(
            "incomplete run: the log ends inside a block; 30 bytes were dropped; the 3 blocks"
                + " before are whole and counted");
    ReportInput interrupted = good.with(good.manifest().with("run.interrupted", 143), List.of());
    assertThat(messages(parsed(interrupted), "failure"))
        .containsExactly("interrupted: a signal came before the run was over");
    assertThat(
            messages(parsed(good.withLosses(List.of("cannot write a.csv: disk full"))), "failure"))
        .containsExactly("not all was kept: cannot write a.csv: disk full");
  }

  @Test
  void failsIfNothingListensWhateverTheFailureLimit() throws Exception {
    ReportInput in = SampleRuns.refused(AnalysisOptions.DEFAULTS);
    ReportInput patient = in.with(in.manifest().with("run.max_error_rate", 1), in.notes());
    assertThat(messages(parsed(patient), "failure"))
        .anyMatch(message -> message.startsWith("target unreachable: no request found a server: "));
  }

  private static List<String> messages(Document xml, String element) {
    List<String> messages = new ArrayList<>();
    NodeList found = xml.getElementsByTagName(element);
    for (int at = 0; at < found.getLength(); at++) {
      messages.add(((Element) found.item(at)).getAttribute("message"));
    }
    return messages;
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
