package dev.goodput.lab.search;

import java.util.ArrayList;
import java.util.List;

/// How the interval shrank from stretch to stretch.
final class Steps {
  private Steps() {}

  static List<SearchResult.Step> of(List<Segment> segments, SearchPlan plan) {
    List<SearchResult.Step> steps = new ArrayList<>();
    for (int i = 1; i <= segments.size(); i++) {
      Estimate known = Estimate.of(segments.subList(0, i), plan.attainment());
      steps.add(
          new SearchResult.Step(segments.get(i - 1), known.rate(), known.low(), known.high()));
    }
    return steps;
  }
}
