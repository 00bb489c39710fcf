package dev.goodput.validation.statistics;

import dev.goodput.lab.AskOptions;
import dev.goodput.lab.BenchPlan;
import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.Retry;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import java.util.List;

/// The workload of every trial: Llama-3.1-8B on a simulated H100, the lengths of real
/// conversations.
final class Setup {
  static final String ENGINE = "h100/llama-3.1-8b";
  static final String WORKLOAD = "azure-conv";

  private Setup() {}

  static EngineProfile engine() {
    return EngineProfile.parse(ENGINE);
  }

  /// The same with steps longer by a share.
  static EngineProfile slower(double share) {
    EngineProfile usual = engine();
    return usual.withEfficiency(usual.efficiency().slowedBy(1 + share));
  }

  static BenchPlan bench(long seed, LevelPlan level) {
    PromptWriter lengthsAlone = PromptWriter.calibrated(PromptCalibration.DEFAULT).withoutText();
    return new BenchPlan(
        Workloads.find(WORKLOAD),
        OpenOptions.of(seed, lengthsAlone),
        List.of(level),
        AskOptions.of(ENGINE),
        Retry.OFF,
        Cancellation.NONE,
        Timeouts.NONE,
        null,
        0,
        1);
  }

  static LevelPlan poisson(double rate, long requests) {
    return new LevelPlan(new Arrivals.Poisson(rate), 0, requests, 0, 0);
  }
}
