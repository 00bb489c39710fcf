package dev.goodput.app.endpoint;

import dev.goodput.record.Manifest;
import dev.goodput.runner.AppException;
import dev.goodput.runner.endpoint.ServerSettings;
import dev.goodput.runner.endpoint.ShapeSettings;
import dev.goodput.runner.endpoint.TargetPlan;
import dev.goodput.workload.Workload;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.length.LengthDistribution;
import dev.goodput.workload.tokenizer.Tokenizer;
import org.jspecify.annotations.Nullable;

/// From the target, workload and request options that all sending commands share to a plan.
public final class CommonOptions {
  private static final String USUAL_WORKLOAD = "azure-conv";

  private CommonOptions() {}

  /// Rejects contradictions among the options.
  ///
  /// @throws AppException.Usage with the option's name in the line
  /// @throws dev.goodput.wire.BadSettingException where the URL is none
  public static void check(TargetOptions target, WorkloadOptions what, RequestOptions how) {
    CommonOptionChecks.target(target);
    CommonOptionChecks.sessions(what);
    CommonOptionChecks.requests(how);
    CommonOptionChecks.words(target, how);
  }

  /// Reads options that have been checked, and finds the workload.
  ///
  /// @throws AppException.Usage for contradictions
  /// @throws WorkloadException for what cannot be found or read
  public static TargetPlan of(TargetOptions target, WorkloadOptions what, RequestOptions how) {
    Workload workload = Workloads.find(what.workload == null ? USUAL_WORKLOAD : what.workload);
    Tokenizer tokenizer = what.tokenizer == null ? null : Tokenizer.of(what.tokenizer);
    TargetPlan plan =
        new TargetPlan(
            server(target, how.extraBody),
            shape(what),
            how.read(),
            workload,
            tokenizer,
            what.addTo(how.addTo(Manifest.empty())));
    plan.requireApplicable();
    return plan;
  }

  private static ServerSettings server(TargetOptions target, @Nullable String extraBody) {
    return new ServerSettings(
        target.url,
        target.model,
        target.streams(),
        target.connectionPerRequest,
        target.serverMetrics,
        target.power,
        target.profile,
        target.virtual,
        url -> Endpoints.at(url, target, extraBody, System.getenv()));
  }

  private static ShapeSettings shape(WorkloadOptions what) {
    return new ShapeSettings(
        lengths("--input-tokens", what.inputTokens),
        lengths("--output-tokens", what.outputTokens),
        lengths("--turns", what.turns),
        what.cacheBust,
        what.thinkTime,
        what.history,
        what.seed());
  }

  private static @Nullable LengthDistribution lengths(String option, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return LengthDistribution.parse(text);
    } catch (WorkloadException.Syntax e) {
      throw new AppException.Usage(option + ": " + e.getMessage());
    }
  }
}
