package dev.goodput.app.bench;

import dev.goodput.app.AppException;
import dev.goodput.app.Durations;
import dev.goodput.app.run.Judgement;
import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.words.Figures;
import dev.goodput.workload.Workload;
import dev.goodput.workload.Workloads;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.length.Lengths;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A bench whose options have been read and agree with each other; nothing is opened yet but the
/// workload's file.
///
/// @param options as typed
/// @param workload what to ask
/// @param load the kind of arrivals
/// @param levels in the order in which they run
/// @param judgement how the run will be judged
/// @param input replaces the workload's prompt lengths, null to keep them
/// @param output replaces the workload's answer lengths, null to keep them
/// @param turns makes sessions of so many turns, null to leave requests alone
/// @param tokenizer counts prompts and answers, null for none
/// @param folder where the run will be kept
/// @param remarks what a newcomer should know about what was not said, or said twice
record BenchPreparation(
    BenchOptions options,
    Workload workload,
    Load load,
    List<LevelPlan> levels,
    Judgement judgement,
    @Nullable Lengths input,
    @Nullable Lengths output,
    @Nullable Lengths turns,
    @Nullable Tokenizer tokenizer,
    Path folder,
    List<String> remarks) {
  private static final String USUAL_WORKLOAD = "azure-conv";

  /// A load worth seeing on the embedded engine, about half of what it can carry.
  private static final double USUAL_RATE = 8;

  /// Reads the options and refuses what makes no sense.
  ///
  /// @throws dev.goodput.app.AppException.Usage for contradictions
  /// @throws dev.goodput.workload.input.WorkloadException for what cannot be found or read
  /// @throws dev.goodput.metrics.slo.SloSyntaxException for an SLO that cannot be read
  static BenchPreparation of(BenchOptions options) {
    BenchChecks.check(options);
    boolean unsaid = Load.unsaid(options.load);
    boolean embedded = options.target.url == null;
    if (unsaid && embedded) {
      options.load.rates = List.of(USUAL_RATE);
    }
    Load load = Load.of(options.load);
    List<LevelPlan> levels = load.levels();
    boolean stream = !options.target.noStream;
    Judgement asked = options.judge.over(Judgement.USUAL, stream);
    BenchChecks.window(asked.options(), levels);
    String name = options.workload.workload;
    Workload workload = Workloads.find(name == null ? USUAL_WORKLOAD : name);
    BenchChecks.refuse(
        load.kind().equals("trace") && !workload.timed(),
        "--arrivals trace needs recorded times, and " + workload.name() + " has none; use --rate");
    BenchPreparation prepared =
        new BenchPreparation(
            options,
            workload,
            load,
            levels,
            judgement(asked, workload, stream),
            lengths("--input-tokens", options.workload.inputTokens),
            lengths("--output-tokens", options.workload.outputTokens),
            lengths("--turns", options.workload.turns),
            options.workload.tokenizer == null ? null : Tokenizer.of(options.workload.tokenizer),
            folder(options, workload),
            unsaid && !embedded
                ? List.of(remark(options.load))
                : load.repeated().map(List::of).orElse(List.of()));
    Opening.requireApplicable(prepared);
    return prepared;
  }

  private static Judgement judgement(Judgement asked, Workload workload, boolean stream) {
    if (asked.options().slo() != null) {
      return asked;
    }
    Optional<Slo> preset = workload.sloPreset().flatMap(Slo::preset);
    return preset.filter(slo -> stream || !slo.needsStream()).map(asked::withPreset).orElse(asked);
  }

  private static @Nullable Lengths lengths(String option, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return Lengths.parse(text);
    } catch (WorkloadException.Syntax e) {
      throw new AppException.Usage(option + ": " + e.getMessage());
    }
  }

  private static Path folder(BenchOptions options, Workload workload) {
    Path out = options.output.out;
    if (out != null) {
      return out;
    }
    Path file = Path.of(workload.name()).getFileName();
    return RunFolder.of(LocalDateTime.now(ZoneId.systemDefault()), String.valueOf(file));
  }

  private static String remark(LoadOptions load) {
    String end =
        load.requests != null
            ? Figures.counted(load.requests, "request")
            : Durations.format(Load.durationOf(load));
    return "no load was asked for: one request at a time, "
        + end
        + "; for load add --rate 8 or --concurrency 16";
  }
}
