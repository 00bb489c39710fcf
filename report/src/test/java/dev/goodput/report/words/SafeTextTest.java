package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.page.HtmlReport;
import dev.goodput.report.terminal.ProgressView.ProgressHead;
import dev.goodput.report.terminal.TerminalReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class SafeTextTest {
  private static final String EVIL =
      "a\u202e\u2066b\u001b[31mc\u0007\u0085\u2028\u200b\udb40\udc01" + "x".repeat(3_000);

  private static boolean isSeen(int c) {
    int type = Character.getType(c);
    return c == '\n' || (type != Character.CONTROL && type != Character.FORMAT && c != 0x2028);
  }

  @Test
  void removesInvisibleCharactersFromShownNames() {
    ReportInput in = SampleRuns.named(EVIL);
    for (String shown :
        List.of(
            TerminalReport.render(in, 80, false),
            MarkdownSummary.markdown(in),
            JunitXml.xml(in),
            HtmlReport.html(in),
            new ProgressHead(EVIL, EVIL, EVIL).toString())) {
      assertThat(shown.codePoints().filter(c -> !isSeen(c)).toArray()).isEmpty();
    }
  }

  @Test
  void keepsTheUnchangedNameInTheDocument() {
    ReportInput in = SampleRuns.named(EVIL);

    assertThat(JsonMapper.shared().readTree(ResultDocument.json(in)).toString())
        .contains(JsonMapper.shared().writeValueAsString(EVIL));
    assertThat(new ProgressHead("w", "t", EVIL).model()).hasSizeLessThanOrEqualTo(64);
  }
}
