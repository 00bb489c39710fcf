package dev.goodput.lab.search;

import dev.goodput.metrics.search.SearchPlan;

/// The requests that a search may still send.
///
/// @param requests how many
/// @param turns turns per session, on average
record Budget(double requests, double turns) {
  /// Returns what is left of a plan's budget, with the verification of the claim reserved.
  static Budget left(SearchPlan plan, SearchState state) {
    double ceiling = state.ceiling();
    double kept =
        plan.verified() && state.check() == null && ceiling > 0
            ? VerificationLevel.arrivals(plan, ceiling, state.loadedSeconds()) * state.turns()
            : 0;
    return new Budget(plan.budgetRequests() - state.requests() - kept, state.turns());
  }

  /// Returns whether a number of sessions fits the budget.
  boolean fits(double sessions) {
    return sessions * turns <= requests;
  }
}
