package dev.goodput.app.search;

import dev.goodput.lab.search.SearchListener;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.report.search.SearchText;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.words.Figures;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/// A listener that prints the state of a search beside the progress of its level.
final class SearchScreen implements SearchListener {
  private final ProgressView view;
  private String unit = SearchText.unit(1);

  SearchScreen(ProgressView view) {
    this.view = view;
  }

  @Override
  public void alone(long requests) {
    view.status("search: first alone, " + Figures.counted(requests, "request") + " in turn");
  }

  @Override
  public void floods(long requests) {
    view.status("search: flooded, " + Figures.counted(requests, "request") + " at once");
  }

  @Override
  public void flooded(SearchResult.Flooded flood, double turns) {
    view.status(
        "search: a flood of "
            + Figures.count(flood.requests())
            + " is answered at "
            + Figures.number(flood.rate())
            + " "
            + SearchText.unit(turns));
    unit = SearchText.unit(turns);
  }

  @Override
  public void priced(long requests, double seconds) {
    view.status(
        "search: about "
            + Figures.count(rounded(requests))
            + " requests and "
            + Figures.span(seconds)
            + " to go; Ctrl-C keeps what there is");
  }

  private static long rounded(long requests) {
    return new BigDecimal(requests).round(new MathContext(2)).longValue();
  }

  @Override
  public void stretch(int scheduled, int over, SearchResult.@Nullable Step known) {
    if (known != null) {
      view.status(
          "search: after %s, %s"
              .formatted(SearchText.stretches(over), SearchText.interval(known, unit)));
    }
  }

  @Override
  public void verifies(double rate, long sessions) {
    view.status(
        "search: verified at "
            + Figures.number(rate)
            + " "
            + unit
            + ", "
            + Figures.count(sessions)
            + " more");
  }
}
