package dev.goodput.report.search;

import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Segment;
import dev.goodput.metrics.search.Verification;
import dev.goodput.report.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How a search came to its figure, a line for each step.
final class SearchTable {
  private static final int MOST = 12;
  private static final int FIRST = 3;

  private SearchTable() {}

  static List<String> lines(SearchResult found) {
    List<String> lines = new ArrayList<>();
    String unit = SearchText.unit(found.turns());
    SearchResult.Unloaded alone = found.unloaded();
    if (alone.judged() > 0) {
      lines.add(
          " alone        %s, one after another: %s good"
              .formatted(
                  Figures.counted(alone.judged(), "request"),
                  Figures.share((double) alone.good() / alone.judged())));
    }
    for (SearchResult.Flooded flood : found.floods()) {
      String rate =
          Double.isNaN(flood.rate())
              ? "too few answers"
              : Figures.number(flood.rate()) + " " + unit + unsettled(found, flood);
      lines.add(
          " flood        %s%s at once: %s"
              .formatted(
                  Figures.counted(flood.requests(), "request"),
                  found.turns() > 1 ? ", sessions" : "",
                  rate));
    }
    if (!found.steps().isEmpty()) {
      lines.add("");
      lines.add("              target    came    good of      max goodput, as known then");
      int all = found.steps().size();
      int hidden = all > MOST ? all - MOST : 0;
      for (int i = 0; i < all; i++) {
        if (i < FIRST || i >= FIRST + hidden) {
          lines.add(line(i + 1, found.steps().get(i), unit));
        } else if (i == FIRST) {
          lines.add(" …            " + hidden + " more in the report");
        }
      }
    }
    found.verification().ifPresent(check -> lines.add(line(check, unit)));
    return lines;
  }

  private static String line(Verification check, String unit) {
    return " verification %7s %s: %s good of %s"
        .formatted(
            Figures.number(check.rate()),
            unit,
            Figures.share(check.attainment()),
            Figures.count(check.judged()));
  }

  private static String unsettled(SearchResult found, SearchResult.Flooded flood) {
    boolean last = flood.equals(found.floods().getLast());
    return last && found.floods().size() > 1 && !found.settled() ? ", and not settled" : "";
  }

  private static String line(int number, SearchResult.Step step, String unit) {
    Segment segment = step.segment();
    return String.format(
        Locale.ROOT,
        " segment %-3d %7s %7s %7s %-6s %s",
        number,
        Figures.number(segment.rate()),
        Figures.number(segment.load()),
        Figures.share(segment.attainment()),
        Figures.count(segment.judged()),
        SearchText.interval(step, unit));
  }
}
