package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.record.Manifest;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.terminal.TerminalReport;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkloadTextTest {
  private static final LevelResult.Lengths LONG =
      new LevelResult.Lengths(100.0, 130.0, 200.0, 205.0);
  private static final LevelResult.Lengths SHORT =
      new LevelResult.Lengths(100.0, 119.0, 200.0, 100.0);

  @Test
  void isAVerdictIfLengthsDifferByMoreThanAFifth() {
    ReportInput in = lengths(LONG);
    Verdict verdict = WorkloadText.verdict(in, level(in)).orElseThrow();
    assertThat(verdict.sentence())
        .isEqualTo(
            "wrong workload: prompts have 130 tokens on average, not 100 as requested (+30 %)");
    assertThat(verdict.severity()).isEqualTo(Severity.WARN);
    assertThat(Verdicts.of(in, level(in))).contains(verdict);
    assertThat(verdict.more()).endsWith("requested: pass the model's own --tokenizer.");
    ReportInput brief = lengths(SHORT);
    assertThat(WorkloadText.verdict(brief, level(brief)).orElseThrow().more())
        .endsWith("requested: add --ignore-eos if the server supports it.");
    assertThat(WorkloadText.verdict(brief, level(brief)).orElseThrow().text())
        .isEqualTo("responses have 100 tokens on average, not 200 as requested (−50 %)");
  }

  @Test
  void suggestsIgnoreEosOnlyIfItWouldChangeTheRequests() {
    String command = "goodput bench --url http://gpu:8000 --ignore-eos";
    ReportInput in = lengths(SHORT);
    ReportInput chat = of(in, "target.endpoint", "chat");
    assertThat(TerminalReport.render(chat, 160, false)).contains(command);
    ReportInput already = of(in, "ask.ignore_eos", "true");
    assertThat(more(already)).endsWith("requested: the server does not apply --ignore-eos.");
    ReportInput unable = of(in, "target.endpoint", "ollama");
    assertThat(more(unable)).contains("requested: --endpoint ollama does not support --ignore-eos");
    for (ReportInput other : List.of(already, unable)) {
      assertThat(TerminalReport.render(other, 160, false))
          .contains("goodput bench --url http://gpu:8000 ")
          .doesNotContain(command);
    }
  }

  @Test
  void theNoteOnSlightlyShortResponsesHasTheRemedyOfTheRun() {
    String found = "responses have 180 tokens on average, not 200 as requested (−10 %)";
    ReportInput in = lengths(new LevelResult.Lengths(100.0, 100.0, 200.0, 180.0), List.of(found));
    assertThat(WorkloadText.verdict(in, level(in))).isEmpty();
    assertThat(Notes.ofLevel(of(in, "target.endpoint", "chat"), level(in)))
        .contains(found + ": add --ignore-eos if the server supports it");
    assertThat(Notes.ofLevel(of(in, "ask.ignore_eos", "true"), level(in)))
        .contains(found + ": the server does not apply --ignore-eos");
  }

  @Test
  void suggestsATokenizerOnlyIfNoneWasUsed() {
    assertThat(more(of(lengths(LONG), "tokenizer", "o200k_base")))
        .endsWith("requested: check that --tokenizer is the model's own.");
  }

  @Test
  void statesTheCauseOfTooLongResponses() {
    assertThat(more(lengths(new LevelResult.Lengths(100.0, 100.0, 200.0, 400.0))))
        .endsWith("requested: the server ignores the limit, or counts with another tokenizer.");
    assertThat(more(lengths(new LevelResult.Lengths(100.0, 130.0, 200.0, 400.0))))
        .endsWith("another tokenizer; pass the model's own --tokenizer.");
  }

  @Test
  void ignoresPromptsOfAFile() {
    ReportInput in = lengths(LONG);
    ReportInput own = in.with(in.manifest().with("workload.own_prompts", "true"), List.of());
    assertThat(WorkloadText.verdict(own, level(own))).isEmpty();
  }

  @Test
  void appearsInTheDocumentAndInJunit() {
    ReportInput wrong = lengths(LONG);
    ReportInput right = InventedResult.good();
    assertThat(ResultDocument.tree(wrong).at("/levels/0/lengths/verdict").asString())
        .isEqualTo("wrong_workload");
    assertThat(ResultDocument.tree(right).at("/levels/0/lengths/verdict").asString())
        .isEqualTo("as_requested");
    assertThat(JunitXml.xml(wrong))
        .contains("workload as requested", "does not fail this run: wrong workload: prompts");
    assertThat(JunitXml.xml(right)).contains("workload as requested");
  }

  private static ReportInput lengths(LevelResult.Lengths lengths) {
    return lengths(lengths, level(InventedResult.good()).warnings());
  }

  private static ReportInput lengths(LevelResult.Lengths lengths, List<String> warnings) {
    ReportInput in = InventedResult.good();
    LevelResult good = level(in);
    LevelResult other =
        new LevelResult(
            good.level(),
            good.client(),
            good.sloMet(),
            good.bounds(),
            good.classes(),
            good.load(),
            good.window(),
            good.backlog(),
            good.turns(),
            good.totals(),
            good.requests(),
            good.latencies(),
            good.rates(),
            good.reliability(),
            good.tokens(),
            good.goodput(),
            good.reading(),
            good.cost(),
            lengths,
            good.promises(),
            warnings,
            good.faults());
    return new ReportInput(
        in.manifest(),
        new RunResult(List.of(other), in.result().slo(), good.client(), List.of(), null),
        in.options(),
        in.charts(),
        in.log(),
        in.dir(),
        in.state(),
        in.servers(),
        in.notes(),
        in.losses(),
        null);
  }

  private static String more(ReportInput in) {
    return WorkloadText.verdict(in, level(in)).orElseThrow().more();
  }

  private static ReportInput of(ReportInput in, String key, String value) {
    return in.with(
        Manifest.empty().with("target.url", "http://gpu:8000").with(key, value), List.of());
  }

  private static LevelResult level(ReportInput in) {
    return in.result().levels().getFirst();
  }
}
