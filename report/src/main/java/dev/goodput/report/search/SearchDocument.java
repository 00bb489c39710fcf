package dev.goodput.report.search;

import dev.goodput.lab.search.SearchPlan;
import dev.goodput.lab.search.SearchResult;
import dev.goodput.lab.search.Segment;
import dev.goodput.report.document.Fields;

/// The `search` object of the document.
final class SearchDocument {
  private static final double CONFIDENCE = .95;

  private SearchDocument() {}

  static Fields of(SearchPlan plan, SearchResult found) {
    return new Fields()
        .text("ending", found.ending().word())
        .text("reason", found.reason())
        .number("attainment_target", plan.attainment())
        .number("tolerance", plan.tolerance())
        .whole("budget_requests", plan.budgetRequests())
        .number("max_goodput_rps", found.rate())
        .number("low_rps", found.low())
        .number("high_rps", found.high())
        .number("claim_rps", found.low())
        .number("confidence", CONFIDENCE)
        .number("flood_rps", found.flood())
        .whole("requests", found.requests())
        .object("unloaded", unloaded(found.unloaded()))
        .objects("floods", found.floods().stream().map(SearchDocument::flood).toList())
        .objects("stretches", found.steps().stream().map(SearchDocument::step).toList());
  }

  private static Fields unloaded(SearchResult.Unloaded alone) {
    return new Fields()
        .whole("requests", alone.judged())
        .whole("good", alone.good())
        .number("mean_residence_ms", alone.meanResidenceSeconds() * 1e3);
  }

  private static Fields flood(SearchResult.Flooded flood) {
    return new Fields().whole("requests", flood.requests()).number("rps", flood.rate());
  }

  private static Fields step(SearchResult.Step step) {
    Segment segment = step.segment();
    return new Fields()
        .number("rate_asked", segment.rate())
        .number("load_rps", Math.exp(segment.logLoad()))
        .whole("arrivals", segment.judged())
        .whole("good", segment.good())
        .number("attainment", segment.attainment())
        .number("max_goodput_rps", step.rate())
        .number("low_rps", step.low())
        .number("high_rps", step.high());
  }
}
