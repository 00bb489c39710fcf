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
  @ArgGroup(validate = false, order = 1, heading = "%nWhom to ask%n")
  TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nWhat to ask%n")
  WorkloadOptions workload = new WorkloadOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nHow long it is searched%n")
  Effort effort = new Effort();

  @ArgGroup(validate = false, order = 4, heading = "%nHow each request is asked%n")
  RequestOptions request = new RequestOptions();

  @ArgGroup(validate = false, order = 5, heading = "%nHow it is judged%n")
  JudgeOptions judge = new JudgeOptions();

  @ArgGroup(validate = false, order = 6, heading = "%nWhat is left behind%n")
  OutputOptions output = new OutputOptions();

  /// The options that bound the precision and the cost of the search.
  static final class Effort {
    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--tolerance",
        paramLabel = "SHARE",
        converter = ShareConverter.class,
        description = "ends where the interval is as narrow: 4%% (default) is ±4 %% of the figure")
    @Nullable Double tolerance;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--budget",
        paramLabel = "N",
        description = "most requests, all together (default: 60000)")
    @Nullable Long budget;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--stretch",
        paramLabel = "N",
        description = "arrivals at one rate, at least (default: 1000)")
    @Nullable Long stretch;

    @NextCommandRole(NextCommandRole.Into.REPEAT)
    @Option(
        names = "--server-slots",
        paramLabel = "N",
        description =
            "requests that the server takes at once (max_num_seqs), where known: four times as many"
                + " flood it; else floods are doubled until their rate stays")
    @Nullable Integer serverSlots;

    @NextCommandRole(value = NextCommandRole.Into.NONE, onResume = true)
    @Option(
        names = "--resume",
        paramLabel = "RUN",
        description =
            "goes on with a search that was interrupted or killed: its directory, name or id; with"
                + " --verify also with one that has ended. All else is as it began; keys, and"
                + " where the server is, may be given anew")
    @Nullable String resume;

    @NextCommandRole(value = NextCommandRole.Into.REPEAT, onResume = true)
    @Option(
        names = "--verify",
        description = "asks at what is claimed once more, with other requests, and judges that")
    boolean verify;
  }
}
