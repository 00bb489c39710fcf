package dev.goodput.app.search;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.ShareConverter;
import dev.goodput.app.asking.RequestOptions;
import dev.goodput.app.asking.TargetOptions;
import dev.goodput.app.asking.WorkloadOptions;
import dev.goodput.app.run.JudgeOptions;
import dev.goodput.app.run.OutputOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options of `search`, in the groups of its help.
public final class SearchOptions {
  @ArgGroup(validate = false, order = 1, heading = "%nTarget%n")
  TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nWorkload%n")
  WorkloadOptions workload = new WorkloadOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nSearch%n")
  Effort effort = new Effort();

  @ArgGroup(validate = false, order = 4, heading = "%nRequest options%n")
  RequestOptions request = new RequestOptions();

  @ArgGroup(validate = false, order = 5, heading = "%nSLO and measurement window%n")
  JudgeOptions judge = new JudgeOptions();

  @ArgGroup(validate = false, order = 6, heading = "%nOutput%n")
  OutputOptions output = new OutputOptions();

  /// The options that bound the precision and the cost of the search.
  static final class Effort {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--tolerance",
        paramLabel = "SHARE",
        converter = ShareConverter.class,
        description =
            "width of the interval at which the search ends: 4%% means ±4 %% of the result "
                + "(default: 4%%)")
    @Nullable Double tolerance;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--budget",
        paramLabel = "N",
        description = "most requests of the whole search (default: 60000)")
    @Nullable Long budget;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--stretch",
        paramLabel = "N",
        description = "fewest arrivals at one rate (default: 1000)")
    @Nullable Long stretch;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--server-slots",
        paramLabel = "N",
        description =
            "requests that the server processes at once (max_num_seqs), if known; floods "
                + "then use four times as many (default: floods are doubled until the rate stops "
                + "growing)")
    @Nullable Integer serverSlots;

    @NextCommandRole(value = NextCommandRole.Into.NONE, onResume = true)
    @Option(
        names = "--resume",
        paramLabel = "RUN",
        description =
            "resume an interrupted search: its directory, name or id. With --verify, also "
                + "one that has ended. Only credentials and the server's address may be given "
                + "anew")
    @Nullable String resume;

    @NextCommandRole(value = NextCommandRole.Into.REPEAT, onResume = true)
    @Option(
        names = "--verify",
        description = "measure the claimed rate once more with other requests")
    boolean verify;
  }
}
