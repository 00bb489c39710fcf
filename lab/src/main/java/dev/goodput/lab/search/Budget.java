package dev.goodput.lab.search;

import dev.goodput.metrics.search.SearchPlan;

/// Requests that a search may still take.
///
/// @param requests how many
/// @param turns of a session, on average
record Budget(double requests, double turns) {
  /// What is left of a plan's, of which the claim's verification is kept back.
  static Budget left(SearchPlan plan, SearchState state) {
    double ceiling = state.ceiling();
    double kept =
        plan.verified() && state.check() == null && ceiling > 0
            ? VerificationStage.arrivals(plan, ceiling, state.loadedSeconds()) * state.turns()
            : 0;
    return new Budget(plan.budgetRequests() - state.requests() - kept, state.turns());
  }

  /// Whether so many sessions fit.
  boolean fits(double sessions) {
    return sessions * turns <= requests;
  }
}
