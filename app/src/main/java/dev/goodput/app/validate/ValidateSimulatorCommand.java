package dev.goodput.app.validate;

import dev.goodput.app.NextCommandRole;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.runner.AppException;
import dev.goodput.validation.simulator.EngineLog;
import dev.goodput.validation.simulator.EngineLogs;
import dev.goodput.validation.simulator.Parameter;
import dev.goodput.validation.simulator.ValidationJson;
import dev.goodput.validation.simulator.ValidationReport;
import dev.goodput.validation.simulator.ValidationText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput validate simulator`: compares the simulated engine with logs of real engines.
@Command(
    name = "simulator",
    description = {
      "Replays the logs of real engines in the simulated engine.",
      "It sends the same requests at the same moments and compares mean, p50, p90, p95 and p99 "
          + "of TTFT, TPOT and E2EL. GPU, model, tensor parallelism and limits come from the "
          + "log's meta file. Requests without a first token are excluded.",
      "Without --log it replays the shipped logs of vLLM 0.19.0, and shows what each term of the "
          + "model contributes and which cliffs it reproduces. That takes some seconds; fitting "
          + "several parameters to a long log takes minutes. It needs no server."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput validate simulator [--log PREFIX [--workload FILE]] [OPTIONS]", ""},
    footer = {
      "",
      "PREFIX.meta.json holds model, engine_kwargs, kv_cache.num_gpu_blocks and hardware.",
      "PREFIX.requests.jsonl holds input_toks, output_toks, queued_ts, first_token_ts and "
          + "last_token_ts of each request, in seconds.",
      "FILE holds input_toks, output_toks and prefix_block_ids_16 of each request, in the same "
          + "order. It may be gzipped."
    })
final class ValidateSimulatorCommand implements Callable<Integer> {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--log", paramLabel = "PREFIX", description = "log of a real engine")
  private @Nullable Path log;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--workload",
      paramLabel = "FILE",
      description = "prefix blocks of its requests (default: no shared prefixes)")
  private @Nullable Path workload;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--fit",
      paramLabel = "NAME",
      split = ",",
      description =
          "parameters to fit to the log: compute, memory, attention-memory, "
              + "prefill-attention, overhead")
  private List<String> fit = List.of();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    List<Parameter> parameters = parameters();
    if (log == null && workload != null) {
      throw new AppException.Usage("--workload belongs to a log: give --log PREFIX too");
    }
    EngineLog given = log == null ? null : EngineLogs.read(log, workload);
    if (!parameters.isEmpty()) {
      String names = String.join(", ", parameters.stream().map(Parameter::label).toList());
      spec.commandLine().getErr().println("fitting " + names + ": replays the log many times");
    }
    ValidationReport report =
        given == null
            ? ValidationReport.ofShipped(parameters)
            : ValidationReport.of(given, parameters);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? ValidationJson.of(report) : ValidationText.of(report));
    out.flush();
    return 0;
  }

  private List<Parameter> parameters() {
    Set<Parameter> parameters = new LinkedHashSet<>();
    for (String name : fit) {
      if (!parameters.add(parameter(name))) {
        throw new AppException.Usage("--fit: \"%s\" is named twice".formatted(name.strip()));
      }
    }
    return List.copyOf(parameters);
  }

  private static Parameter parameter(String name) {
    return Arrays.stream(Parameter.values())
        .filter(parameter -> parameter.label().equals(name.strip()))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private static AppException unknown(String name) {
    List<String> known = Arrays.stream(Parameter.values()).map(Parameter::label).toList();
    String hint =
        WordSuggestion.to(name, known).map(near -> "did you mean \"" + near + "\"? ").orElse("");
    return new AppException.Usage(
        "--fit: unknown parameter \"%s\"; %sknown: %s"
            .formatted(name, hint, String.join(", ", known)));
  }
}
