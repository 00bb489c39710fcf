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
  @ArgGroup(validate = false, order = 1, heading = "%nWhom to ask%n")
  TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nWhat to ask%n")
  WorkloadOptions workload = new WorkloadOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nHow the load grows%n")
  Growth growth = new Growth();

  @ArgGroup(validate = false, order = 4, heading = "%nHow each request is asked%n")
  RequestOptions request = new RequestOptions();

  @ArgGroup(validate = false, order = 5, heading = "%nHow it is judged%n")
  JudgeOptions judge = new JudgeOptions();

  @ArgGroup(validate = false, order = 6, heading = "%nWhat is left behind%n")
  OutputOptions output = new OutputOptions();

  /// The options for the load levels to try.
  static final class Growth {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--axis",
        paramLabel = "AXIS",
        description = "concurrency: users who come back (default); rate: arrivals per second")
    String axis = "concurrency";

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--from",
        paramLabel = "LOAD",
        description = "the first load (default: 1 user; of rates, an eighth of what a flood shows)")
    @Nullable Double from;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--to",
        paramLabel = "LOAD",
        description = "no heavier load is tried (default: 1024 users; twice what a flood shows)")
    @Nullable Double to;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--growth",
        paramLabel = "FACTOR",
        description = "each load is so many times the one before (default: 2)")
    @Nullable Double growth;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--level-time",
        paramLabel = "TIME",
        description = "no level asks for longer (default: 3m)")
    @Nullable Duration levelTime;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--profiler",
        paramLabel = "engine",
        description =
            "ask once more at the saturation point while the engine's own profiler runs: POST"
                + " /start_profile and /stop_profile, as of vLLM and SGLang")
    @Nullable String profiler;

    @NextCommandRole(NextCommandRole.Into.SECRET)
    @Option(
        names = "--profiler-begin",
        paramLabel = "COMMAND",
        description =
            "the same with a command run by sh before; GOODPUT_LOAD is the load in its environment")
    @Nullable String profilerBegin;

    @NextCommandRole(NextCommandRole.Into.SECRET)
    @Option(names = "--profiler-end", paramLabel = "COMMAND", description = "and one after")
    @Nullable String profilerEnd;
  }
}
