package dev.goodput.report.stored;

import dev.goodput.report.model.Severity;
import java.util.List;

/// Something that speaks against taking a difference of runs for one of their servers.
///
/// @param tone [Severity#BAD] if figures cannot be compared at all
/// @param runs their labels
/// @param what is so
/// @param claim what may not be claimed therefore, or what to do; a sentence
record ComparabilityProblem(Severity tone, List<String> runs, String what, String claim) {
  ComparabilityProblem {
    runs = List.copyOf(runs);
  }
}
