package dev.goodput.report.page;

import dev.goodput.report.ReportFile;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.stored.ComparedRun;
import dev.goodput.report.stored.ComparisonDocument;
import dev.goodput.report.stored.ComparisonText;
import dev.goodput.report.stored.StoredComparison;
import dev.goodput.report.words.SafeText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Stored runs side by side on one page, in one file, of the family of the report.
public final class ComparisonPage {
  private static final int COLUMNS = 120;

  private ComparisonPage() {}

  /// Writes the page to a file, in place of what was there.
  ///
  /// @param generator the program and its version
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(StoredComparison comparison, String generator, Path file) {
    ReportFile.write(file, html(comparison, generator));
  }

  /// The page as text.
  public static String html(StoredComparison comparison, String generator) {
    List<String> names =
        comparison.runs().stream().map(ComparedRun::name).map(SafeText::text).toList();
    String title =
        names.getFirst() + " against " + String.join(", ", names.subList(1, names.size()));
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put("runs", "Runs");
    sections.put("frontier", "Frontier");
    sections.put("figures", "Figures");
    String data = data(comparison, title, generator).toString();
    return PageFile.html(title, sections, ComparisonText.of(comparison, COLUMNS), data, "compared");
  }

  private static ObjectNode data(StoredComparison comparison, String title, String generator) {
    ObjectNode data =
        new JsonObject()
            .text("schema", "goodput.page/1")
            .text("title", title)
            .text("subtitle", subtitle(comparison))
            .text("generator", generator)
            .node();
    data.set("document", ComparisonDocument.tree(comparison));
    return data;
  }

  private static String subtitle(StoredComparison comparison) {
    return comparison.runs().stream()
        .map(run ->
            run.label() + ": " + SafeText.text(run.report().fact("run.id").orElse(run.name())))
        .collect(Collectors.joining(" · "));
  }
}
