package dev.goodput.findings.stored;

import dev.goodput.report.model.JsonObject;
import dev.goodput.report.page.PageFile;
import dev.goodput.report.words.SafeText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Stored runs side by side on one page, in one file, of the family of the report.
public final class StoredComparisonPage {
  private static final int COLUMNS = 120;

  private StoredComparisonPage() {}

  /// The page as text.
  ///
  /// @param generator the program and its version
  public static String html(StoredComparison comparison, String generator) {
    String title = SafeText.text(comparison.headline().headline());
    JsonObject data =
        PageFile.data(title, subtitle(comparison), "", generator)
            .document("document", StoredComparisonDocument.tree(comparison));
    return PageFile.html(
        title,
        sections(comparison),
        StoredComparisonText.of(comparison, COLUMNS),
        data.node().toString(),
        "compared");
  }

  private static List<PageFile.Section> sections(StoredComparison comparison) {
    Stream<PageFile.Section> tradeoffs =
        comparison.by().isEmpty()
            ? Stream.empty()
            : Stream.of(
                new PageFile.Section("tradeoffs", "Trade-offs"),
                new PageFile.Section("answers", "Answers"));
    return Stream.of(
            Stream.of(new PageFile.Section("runs", "Runs")),
            tradeoffs,
            Stream.of(
                new PageFile.Section("frontier", "Frontier"),
                new PageFile.Section("figures", "Figures")))
        .flatMap(part -> part)
        .toList();
  }

  private static String subtitle(StoredComparison comparison) {
    return comparison.runs().stream()
        .map(run ->
            run.label() + ": " + SafeText.text(run.report().fact("run.id").orElse(run.name())))
        .collect(Collectors.joining(" · "));
  }
}
