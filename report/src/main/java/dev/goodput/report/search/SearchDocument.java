package dev.goodput.report.search;

import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Segment;
import dev.goodput.metrics.search.Verification;
import dev.goodput.report.model.JsonObject;

/// The `search` object of the document.
final class SearchDocument {
  private static final double CONFIDENCE = .95;

  private SearchDocument() {}

  static JsonObject of(SearchPlan plan, SearchResult found) {
    return new JsonObject()
        .text("ending", found.ending().word())
        .text("reason", found.reason())
        .number("attainment_target", plan.attainment())
        .number("tolerance", plan.tolerance())
        .whole("budget_requests", plan.budgetRequests())
        .text("unit", found.turns() > 1 ? "sessions" : "requests")
        .number("turns", found.turns())
        .number("max_goodput_rps", found.rate())
        .number("low_rps", found.low())
        .number("high_rps", found.high())
        .number("claim_rps", found.claimable() ? found.claim() : Double.NaN)
        .number("confidence", CONFIDENCE)
        .number("flood_rps", found.flood())
        .number("error_rate", found.errorRate())
        .whole("requests", found.requests())
        .object("unloaded", unloaded(found.unloaded()))
        .objects("floods", found.floods(), SearchDocument::flood)
        .objects("stretches", found.steps(), SearchDocument::step)
        .object(
            "verification",
            found.verification().map(check -> verification(plan, found, check)).orElse(null))
        .text("unverified", found.unverified());
  }

  private static JsonObject unloaded(SearchResult.Unloaded alone) {
    return new JsonObject()
        .whole("requests", alone.judged())
        .whole("good", alone.good())
        .whole("failed", alone.failed())
        .number("mean_residence_ms", alone.meanResidenceSeconds() * 1e3);
  }

  private static JsonObject flood(SearchResult.Flooded flood) {
    return new JsonObject().whole("requests", flood.requests()).number("rps", flood.rate());
  }

  private static JsonObject verification(SearchPlan plan, SearchResult found, Verification check) {
    return new JsonObject()
        .text("verdict", found.checked(plan).map(Verification.Word::word).orElse(""))
        .number("rate_asked", check.rate())
        .whole("arrivals", check.judged())
        .whole("good", check.good())
        .whole("failed", check.failed())
        .number("attainment", check.attainment())
        .number("attainment_low", check.low())
        .number("attainment_high", check.high());
  }

  private static JsonObject step(SearchResult.Step step) {
    Segment segment = step.segment();
    return new JsonObject()
        .number("rate_asked", segment.rate())
        .number("load_rps", segment.load())
        .whole("arrivals", segment.judged())
        .whole("good", segment.good())
        .number("attainment", segment.attainment())
        .number("max_goodput_rps", step.rate())
        .number("low_rps", step.low())
        .number("high_rps", step.high());
  }
}
