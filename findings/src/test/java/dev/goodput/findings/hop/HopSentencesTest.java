package dev.goodput.findings.hop;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.terminal.SummaryText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class HopSentencesTest {
  private static final HopInput HARMFUL =
      InventedHop.of(
          true,
          CheckResult.KEPT,
          CheckResult.BROKEN,
          CheckResult.BROKEN,
          CheckResult.NOTED,
          CheckResult.UNKNOWN);

  @Test
  void reportsTheWorstFirstAndNamesFailedChecks() {
    assertThat(new HopSentences(HARMFUL).verdict().sentence())
        .isEqualTo(
            "the proxy is harmful: 2 of 14 checks failed: no added delay, no coalescing; 1"
                + " cannot be determined from here");
    assertThat(new HopSentences(HARMFUL).next().question()).contains("proxy_buffering off");
    assertThat(new HopSentences(InventedHop.of(true, CheckResult.NOTED)).verdict().sentence())
        .isEqualTo(
            "the proxy is harmless: 13 of 14 checks passed; 1 not supported, without effect on"
                + " streams");
    assertThat(new HopSentences(InventedHop.of(false, CheckResult.UNKNOWN)).verdict().title())
        .isEqualTo("the proxy may be harmless");
    assertThat(new HopSentences(InventedHop.of(false, CheckResult.UNKNOWN)).next().command())
        .contains("--embedded");
  }

  @Test
  void givesACommonReasonOnce() {
    List<Verdict> duties =
        new HopSentences(
                InventedHop.of(false, CheckResult.UNKNOWN, CheckResult.KEPT, CheckResult.UNKNOWN))
            .findings();
    assertThat(duties).hasSize(13);
    assertThat(duties.getFirst().title()).isEqualTo("no added delay");
    assertThat(duties.getLast().title()).isEqualTo("2 checks");
    assertThat(duties.getLast().text())
        .startsWith("cannot determine bytes unchanged, no coalescing: ");
  }

  @Test
  void fitsATerminal() {
    String text =
        SummaryText.render(
            new HopSentences(HARMFUL).summary(),
            80,
            false,
            Optional.of(Path.of("runs/1-hop/hop.html")));
    assertThat(text.lines()).allMatch(line -> line.length() <= 80, "80 columns");
    assertThat(text)
        .startsWith("The proxy is harmful: 2 of 14 checks failed: ")
        .contains("✔ bytes unchanged", "? cancel waiting", "· cancel midway")
        .contains("fix: proxy_buffering off")
        .contains("+155 ms        −13 ms to +1322 ms");
  }

  @Test
  void matchesItsSchema() throws IOException {
    String schema = Files.readString(Path.of("..", "docs", "hop.schema.json"));
    for (HopInput each : new HopInput[] {HARMFUL, InventedHop.of(false, CheckResult.UNKNOWN)}) {
      assertThat(
              SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                  .getSchema(schema)
                  .validate(HopDocument.json(each), InputFormat.JSON))
          .isEmpty();
    }
    JsonNode tree = HopDocument.tree(HARMFUL);
    assertThat(tree.at("/verdict").asString()).isEqualTo("harmful");
    assertThat(tree.at("/duties/2/figures/via_steps").asInt()).isEqualTo(6);
  }

  @Test
  void reportsTheSameInJunitAndMarkdown() {
    assertThat(MarkdownSummary.markdown(new HopSentences(HARMFUL).summary()))
        .startsWith("## The proxy is harmful: ")
        .contains("❓ **cancel waiting**", "| TTFT p50 | 202 ms | 356 ms |")
        .doesNotContain("<b>");
  }
}
