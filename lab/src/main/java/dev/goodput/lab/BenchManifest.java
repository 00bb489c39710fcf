package dev.goodput.lab;

import dev.goodput.load.LevelPlan;
import dev.goodput.record.Manifest;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.WorkloadSize;
import java.util.Optional;
import java.util.stream.Collectors;

/// The entries that a bench adds to a run's manifest: the requested load, unless already present,
/// and the facts that the target reported.
final class BenchManifest {
  private BenchManifest() {}

  static Manifest of(Manifest manifest, BenchPlan plan, TargetFacts facts) {
    Manifest result =
        unlessThere(
                unlessThere(
                    unlessThere(manifest, "run.seed", Long.toString(plan.seed())),
                    "run.workload",
                    plan.workload().name()),
                "run.arrivals",
                arrivals(plan))
            .with("run.levels", plan.levels().size())
            .with("target.model", plan.ask().model())
            .with("target.server", facts.server())
            .with("probes.requests", Integer.toString(facts.probeRequests()))
            .with("probes.output_tokens", Integer.toString(facts.probeOutputTokens()));
    if (facts.probeInputTokens().isPresent()) {
      result = result.with("probes.input_tokens", facts.probeInputTokens().getAsInt());
    }
    Optional<WorkloadSize> extent = plan.workload().extent();
    if (extent.isPresent()) {
      boolean again = extent.get().written() && plan.open().cacheBust() == null;
      result =
          result
              .with("workload.requests", extent.get().requests())
              .with("workload.span_nanos", extent.get().spanNanos())
              .with("workload.own_prompts", Boolean.toString(extent.get().written()))
              .with("workload.written", Boolean.toString(again));
    }
    if (facts.maxModelLen().isPresent()) {
      result =
          result.with("target.max_model_len", Integer.toString(facts.maxModelLen().getAsInt()));
    }
    return plan.tokenizer() == null ? result : result.with("tokenizer", plan.tokenizer().name());
  }

  private static Manifest unlessThere(Manifest manifest, String key, String value) {
    return manifest.text(key).isPresent() ? manifest : manifest.with(key, value);
  }

  private static String arrivals(BenchPlan plan) {
    return plan.levels().stream().map(BenchManifest::words).collect(Collectors.joining(", "));
  }

  private static String words(LevelPlan level) {
    if (level.closed()) {
      return "closed " + level.concurrency();
    }
    double rate = level.arrivals().rate();
    String profile = level.arrivals().profile();
    if (!profile.isEmpty()) {
      return level.arrivals().name() + " " + profile;
    }
    return Double.isNaN(rate) ? level.arrivals().name() : level.arrivals().name() + " " + rate;
  }

  /// Adds the parts of the workload that were not sent, with the reasons.
  static Manifest notSent(Manifest manifest, SkippedRequests skipped, long turnsDropped) {
    Manifest result =
        manifest
            .with("workload.skipped", skipped.count())
            .with("workload.turns_dropped", turnsDropped);
    return skipped.count() == 0
        ? result
        : result
            .with("workload.skipped_reason", skipped.reason())
            .with("workload.skipped_example", skipped.example());
  }
}
