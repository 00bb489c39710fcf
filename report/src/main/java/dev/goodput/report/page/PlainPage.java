package dev.goodput.report.page;

import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Table;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.page.PageFile.HtmlEscape;
import dev.goodput.report.words.SafeText;
import java.util.List;

/// A summary as a page without scripts, which mail programs and wikis show too: a headline,
/// verdicts and tables.
public final class PlainPage {
  /// Opens the dark colours in the common styles.
  private static final String DARK = ":root[data-theme=\"dark\"] {";

  private final StringBuilder text = new StringBuilder();

  private PlainPage() {}

  /// Returns the page as text.
  ///
  /// @param title of the window and the heading
  public static String html(String title, Summary summary) {
    PlainPage page = new PlainPage();
    page.head(title);
    page.lead(title, summary);
    summary.sections().forEach(page::section);
    if (!summary.notes().isEmpty()) {
      page.line("<section class=\"part\"><h2>Notes</h2><ul>");
      summary.notes().forEach(note -> page.line("<li>" + safe(note) + "</li>"));
      page.line("</ul></section>");
    }
    page.line("</main></body></html>");
    return page.text.toString();
  }

  private void head(String title) {
    String styles = styles();
    line("<!doctype html>");
    line("<html lang=\"en\"><head><meta charset=\"utf-8\">");
    line("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    line(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
            + PageFile.hash(styles)
            + "\">");
    line("<title>" + safe(title) + " · goodput</title>");
    line("<style>" + styles + "</style></head><body><main>");
  }

  /// Returns the styles, dark where the system is: without a script no attribute selects them.
  private static String styles() {
    String base = PageFile.read("css/base.css");
    int begin = base.indexOf(DARK) + DARK.length();
    String colours = base.substring(begin, base.indexOf('}', begin));
    return base + "@media screen and (prefers-color-scheme: dark) { :root {" + colours + "} }\n";
  }

  private void lead(String title, Summary summary) {
    line("<section class=\"part\"><h1>" + safe(title) + "</h1>");
    line("<p>" + safe(summary.headline().headline()) + "</p>");
    summary.about().forEach(each -> line("<p>" + safe(each) + "</p>"));
    line("<ul>");
    summary.verdicts().stream().flatMap(List::stream).skip(1).forEach(this::verdict);
    line("</ul></section>");
  }

  private void verdict(Verdict verdict) {
    Severity severity = verdict.severity();
    String more =
        verdict.more().isEmpty()
            ? ""
            : " <span class=\"muted\">" + safe(verdict.more()) + "</span>";
    line(
        "<li><span class=\"pill %s\">%s %s</span> %s%s</li>"
            .formatted(
                severity.key(),
                severity.sign(),
                safe(verdict.title()),
                safe(verdict.text()),
                more));
  }

  private void section(Summary.Section section) {
    Table table = section.table();
    line("<section class=\"part\"><h2>" + safe(section.title()) + "</h2>");
    line("<div class=\"table-scroll\"><table><thead><tr>");
    table.columns().forEach(column -> line(cell("th", column, column.title())));
    line("</tr></thead><tbody>");
    for (List<Table.Cell> row : table.rows()) {
      line("<tr>");
      for (int i = 0; i < row.size(); i++) {
        line(cell("td", table.columns().get(i), row.get(i).brief()));
      }
      line("</tr>");
    }
    line("</tbody></table></div></section>");
  }

  private static String cell(String tag, Table.Column column, String content) {
    String words = column.right() ? "" : " class=\"words\"";
    return "<" + tag + words + ">" + safe(content) + "</" + tag + ">";
  }

  private static String safe(String content) {
    return HtmlEscape.html(SafeText.text(content));
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
