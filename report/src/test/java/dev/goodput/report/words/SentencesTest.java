package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.Severity;
import dev.goodput.report.terminal.TerminalReport;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class SentencesTest {
  @Test
  void describesWaitSpeedAndBadRequests() {
    assertThat(of(InventedResult.good()))
        .containsExactly(
            "Of the requests that got a response, half got the first word within 61.4 ms, and 95 in"
                + " 100 within 118 ms, which feels excellent.",
            "The text then arrived at 21.3 × reading speed; 99 % of the requests got a response"
                + " without a pause that a reader at 5 tokens/s notices.",
            "2.90 % of the requests missed the service-level objective (SLO: first token within"
                + " 200 ms, 80 ms per further token).");
  }

  @Test
  void namesEachBoundOfAnSlo() {
    assertThat(objective("p50 ttft<=20ms, p99 ttft<=1s"))
        .isEqualTo("first token within 20 ms (p50), first token within 1 s (p99)");
    assertThat(objective("p50 ttft<=20ms, p99 ttft<=20ms")).isEqualTo("first token within 20 ms");
    assertThat(objective("ttft<=20ms, p95 tpot<=80ms, p95 itl<=80ms"))
        .isEqualTo("first token within 20 ms, 80 ms per further token, 80 ms between tokens");
  }

  private static String objective(String slo) {
    AnalysisOptions options = AnalysisOptions.DEFAULTS.withSlo(Slo.parse(slo));
    return String.join(" ", of(SampleRuns.good(options))).replaceAll(".*\\(SLO: (.*)\\).*", "$1");
  }

  @Test
  void namesASimulatedEngineFirst() {
    ReportInput in = InventedResult.good();
    LevelResult level = in.result().levels().getFirst();
    assertThat(Sentences.of(in, level))
        .hasSize(4)
        .startsWith("No real server was measured: a simulated h100 / llama-3.1-8b answered.")
        .endsWith(of(in).getLast());
    ReportInput killed = SampleRuns.killed();
    assertThat(Sentences.of(killed, killed.result().levels().getFirst())).isEqualTo(of(killed));
  }

  @Test
  void describesAKilledRunUpToItsLastEntry() {
    List<String> words = of(SampleRuns.killed());

    assertThat(words.getFirst())
        .startsWith("Of the requests whose response is in the log, half got ");
    assertThat(words.get(1)).contains(" of the responses in the log arrived without a pause ");
    assertThat(words.getLast())
        .isEqualTo(
            "Requests that were still waiting when the log ends are not in it, and they waited"
                + " longest: the share of all requests is unknown.");
  }

  @Test
  void describesAllRequestsOnlyIfAllGotAResponse() {
    InventedLog.Shape shape = new InventedLog.Shape(120, 0, 0.03, 0, true, "");
    assertThat(of(SampleRuns.chat(new InventedLog(shape).open(0, 1, 0))).getFirst())
        .startsWith("Half of the requests got the first word within ");
  }

  @Test
  void describesEndToEndLatencyWithoutStreams() {
    assertThat(of(SampleRuns.notStreamed()).getFirst())
        .startsWith("Half of the requests got the whole response within ");
  }

  @Test
  void distinguishesAnEmptyWindowFromAnUnresponsiveServer() {
    assertThat(of(SampleRuns.good(SampleRuns.NOTHING_LEFT)))
        .containsExactly(
            "No request started within the measurement window, so nothing was measured.",
            "That covers the measurement window: of the 242 requests outside it, 5 failed.");
  }

  @Test
  void scalesToADayOnlyWithEnoughIndependentRequests() {
    InventedLog.Shape shape = new InventedLog.Shape(120, 0.05, 0.03, 0, true, "");
    ReportInput in = SampleRuns.chat(new InventedLog(shape).open(0, 1, 0));
    assertThat(of(in).get(2))
        .matches(
            "[\\d.]+ % of the requests missed the service-level objective \\(SLO: .+\\): at a"
                + " million requests a day that is [\\d,]+ requests\\.");
  }

  @Test
  void showsNoShareOfUsersWithoutAnSlo() {
    InventedLog.Shape shape = new InventedLog.Shape(120, 0, 0.03, 0, true, "");
    ReportInput in = SampleRuns.of(new InventedLog(shape).open(0, 1, 0), AnalysisOptions.DEFAULTS);
    assertThat(of(in)).hasSize(2);
    assertThat(String.join(" ", of(in))).doesNotContain("5 % ", "a day");
  }

  @Test
  void praisesNoStreamWithALateStart() {
    assertThat(String.join(" ", of(InventedResult.missing())))
        .contains("reading speed.")
        .doesNotContain("to notice");
  }

  @Test
  void namesTheStreamedResponsesIfSomeAreUnstreamed() {
    InventedLog.Shape shape = new InventedLog.Shape(20, 0, 0.03, 0, true, "");
    ReportInput in =
        SampleRuns.of(new InventedLog(shape).wholeEvery(3).open(0, 8, 0), AnalysisOptions.DEFAULTS);
    LevelResult level = in.result().levels().getFirst();
    long streamed = Objects.requireNonNull(level.latencies().ttft()).count();
    assertThat(level.unstreamed()).isPositive().isEqualTo(level.requests().ok() - streamed);
    List<String> message = of(in);
    assertThat(message.getFirst())
        .startsWith(
            "Of the " + streamed + " requests whose response streamed, half got the first word ")
        .endsWith("; " + level.unstreamed() + " others got the response in one piece.");
    assertThat(message.get(1)).contains(" % of the streamed responses arrived ");
    assertThat(reading(in)).matches("\\S+ % of the streamed responses arrived .*");
  }

  /// As the method of the page has it.
  private static String reading(ReportInput in) {
    return Method.of(in.result().levels().getFirst()).stream()
        .filter(fact -> fact.name().equals("reading"))
        .map(Fact::text)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void praisesNoSpeedWithALateStart() {
    InventedLog.Shape late = new InventedLog.Shape(20, 0, 0.03, 1_500, true, "");
    ReportInput in = SampleRuns.of(new InventedLog(late).open(0, 8, 0), AnalysisOptions.DEFAULTS);
    assertThat(in.result().levels().getFirst().latencies().ttft())
        .satisfies(ttft -> assertThat(Objects.requireNonNull(ttft).p50()).isGreaterThan(800));
    assertThat(reading(in)).doesNotContain("to notice", "stall").contains("× reading speed");
  }

  @Test
  void omitsReadersIfNoResponseIsStreamed() {
    InventedLog shape = new InventedLog(new InventedLog.Shape(20, 0.05, 0.03, 0, true, "busy"));
    ReportInput in = SampleRuns.chat(shape.wholeEvery(1).open(0, 8, 0));
    LevelResult level = in.result().levels().getFirst();
    assertThat(level.requests().ok()).isPositive();
    assertThat(level.requests().failed()).isPositive();
    assertThat(level.reading()).isNull();
    assertThat(String.join(" ", of(in))).doesNotContain("to notice");
    assertThat(TerminalReport.render(in, 80, false)).doesNotContain("to notice");
  }

  @Test
  void excludesUnstreamedResponsesFromReaderFigures() {
    InventedLog shape = new InventedLog(new InventedLog.Shape(20, 0.05, 0.03, 0, true, "busy"));
    ReportInput in = SampleRuns.chat(shape.wholeEvery(2).open(0, 8, 0));
    assertThat(String.join(" ", of(in)))
        .contains(
            " % of the requests (without those answered in one piece and their share of the"
                + " failures) ");
    assertThat(reading(in))
        .contains(
            " % of the requests (without those answered in one piece and their share of the"
                + " failures");
  }

  @Test
  void reportsThatNoRequestGotAResponse() {
    assertThat(of(SampleRuns.allFailed()).getFirst()).isEqualTo("No request got a response.");
  }

  @Test
  void reportsThatNoRequestOfTheWindowGotAResponse() {
    InventedLog log = new InventedLog(new InventedLog.Shape(10, 0, 0.03, 0, true, "busy"));
    Warmup lastThird = new Warmup.Fixed(10_000_000_000L);
    ReportInput in = SampleRuns.of(log.died(8), AnalysisOptions.DEFAULTS.withWarmup(lastThird));
    LevelResult level = in.result().levels().getFirst();
    assertThat(level.totals().ok()).isPositive();
    assertThat(of(in))
        .containsExactly(
            "No request of the measurement window got a response.",
            "What happened instead: " + level.requests().failed() + " refused.");
  }

  @Test
  void namesTheShareOfFailuresThatTheVerdictNames() {
    ReportInput in = SampleRuns.good(AnalysisOptions.DEFAULTS);
    LevelResult level = in.result().levels().getFirst();
    assertThat(level.reliability().errorRate()).isNotEqualTo(level.judgedErrorRate());
    assertThat(of(in).getLast())
        .isEqualTo(Figures.share(level.judgedErrorRate()) + " of the requests failed.");
    assertThat(Verdicts.of(in, level).getLast().text())
        .startsWith(Figures.share(level.judgedErrorRate()) + " of ");
  }

  @Test
  void writesNothingElseIfClientBound() {
    ReportInput in = InventedResult.clientBound();
    LevelResult level = in.result().levels().getFirst();
    assertThat(of(in))
        .containsExactly(
            "The measuring client was too slow, so these figures describe it and not the server.");
    assertThat(Ratings.ttft(level)).isNull();
    assertThat(Ratings.e2el(level)).isNull();
    assertThat(Verdicts.of(in, level)).noneMatch(each -> each.severity() == Severity.GOOD);
  }

  private static List<String> of(ReportInput in) {
    return Sentences.of(in.result().levels().getFirst());
  }
}
