package dev.goodput.app.saturate;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.asking.RequestOptions;
import dev.goodput.app.asking.TargetOptions;
import dev.goodput.app.asking.WorkloadOptions;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.app.run.OutputOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options of `saturate`, in the groups of its help.
public final class SaturateOptions {
  @ArgGroup(validate = false, order = 1, heading = "%nTarget%n")
  TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nWorkload%n")
  WorkloadOptions workload = new WorkloadOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nLoad levels%n")
  Growth growth = new Growth();

  @ArgGroup(validate = false, order = 4, heading = "%nRequest options%n")
  RequestOptions request = new RequestOptions();

  @ArgGroup(validate = false, order = 5, heading = "%nSLO and measurement window%n")
  JudgeOptions judge = new JudgeOptions();

  @ArgGroup(validate = false, order = 6, heading = "%nOutput%n")
  OutputOptions output = new OutputOptions();

  /// The options for the load levels to try.
  static final class Growth {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--axis",
        paramLabel = "AXIS",
        description =
            "what grows: concurrency (users, closed loop) or rate (arrivals per second) "
                + "(default: concurrency)")
    String axis = "concurrency";

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--from",
        paramLabel = "LOAD",
        description = "first load (default: 1 user, or 1/8 of the throughput under flood)")
    @Nullable Double from;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--to",
        paramLabel = "LOAD",
        description = "highest load (default: 1024 users, or twice the throughput under flood)")
    @Nullable Double to;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--growth",
        paramLabel = "FACTOR",
        description = "factor from one load to the next (default: 2)")
    @Nullable Double growth;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--level-time",
        paramLabel = "TIME",
        description = "longest duration of a load level (default: 3m)")
    @Nullable Duration levelTime;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--profiler",
        paramLabel = "engine",
        description =
            "repeat the load at the saturation point while the engine's own profiler runs "
                + "(POST /start_profile and /stop_profile, as in vLLM and SGLang)")
    @Nullable String profiler;

    @NextCommandRole(NextCommandRole.Into.SECRET)
    @Option(
        names = "--profiler-begin",
        paramLabel = "COMMAND",
        description =
            "shell command that starts a profiler before the repeated load; GOODPUT_LOAD in "
                + "its environment is the load")
    @Nullable String profilerBegin;

    @NextCommandRole(NextCommandRole.Into.SECRET)
    @Option(
        names = "--profiler-end",
        paramLabel = "COMMAND",
        description = "shell command that stops the profiler")
    @Nullable String profilerEnd;
  }
}
