package dev.goodput.app.search;

import dev.goodput.lab.search.SearchListener;
import dev.goodput.lab.search.SearchResult;
import dev.goodput.report.search.SearchWords;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.words.Figures;
import java.util.List;

/// Says how a search goes, beside the progress of its level.
///
/// @param view where it is shown
record SearchScreen(ProgressView view) implements SearchListener {
  @Override
  public void alone(long requests) {
    view.status("search: first alone, " + Figures.counted(requests, "request") + " in turn");
  }

  @Override
  public void floods(long requests) {
    view.status("search: flooded, " + Figures.counted(requests, "request") + " at once");
  }

  @Override
  public void flooded(SearchResult.Flooded flood) {
    view.status(
        "search: a flood of "
            + Figures.count(flood.requests())
            + " is answered at "
            + Figures.number(flood.rate())
            + " req/s");
  }

  @Override
  public void priced(long requests, double seconds) {
    view.status(
        "search: about "
            + Figures.count(Math.round(requests / 1000.0) * 1000)
            + " requests and "
            + Figures.span(seconds)
            + " to go; Ctrl-C keeps what there is");
  }

  @Override
  public void stretch(int stretches, List<SearchResult.Step> known) {
    if (known.isEmpty()) {
      return;
    }
    SearchResult.Step last = known.getLast();
    view.status(
        "search: after %s, %s"
            .formatted(
                SearchWords.stretches(known.size()),
                SearchWords.interval(last.rate(), last.low(), last.high())));
  }
}
