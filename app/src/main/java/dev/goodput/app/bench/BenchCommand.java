package dev.goodput.app.bench;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `goodput bench`: measures a server, or the embedded engine.
@Command(
    name = "bench",
    description = {
      "Measures an LLM server under load.",
      "Yours with --url, else the embedded simulated engine. --url alone asks one",
      "request at a time for 30 s."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput bench [--url URL] [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput bench --url http://host:8000 --rate 8 --slo chat --duration 120s",
      "goodput bench --url http://host:8000 --concurrency 1,4,16,64",
      "goodput bench --url http://host:8000 --workload chats.jsonl --requests 500"
    })
public final class BenchCommand implements Callable<Integer> {
  @Mixin private BenchOptions options;

  @Spec private CommandSpec spec;

  /// Made by picocli.
  public BenchCommand() {
    this.options = new BenchOptions();
    this.spec = CommandSpec.create();
  }

  /// Checks all that can be checked before anything is opened, then runs.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    UnmeasuredFiles files = new UnmeasuredFiles(options.output, spec.commandLine().getErr());
    Interrupts interrupts =
        Interrupts.watch(spec.commandLine().getErr(), files::tell, Interrupts::end);
    return files.unlessFailed(() -> run(files, interrupts), interrupts::settle).code();
  }

  private ExitCode run(UnmeasuredFiles files, Interrupts interrupts) {
    CommandLine line = spec.commandLine();
    List<String> typed = spec.root().commandLine().getParseResult().originalArgs();
    for (String list : List.of("--rate", "--concurrency")) {
      boolean named = line.getParseResult().hasMatchedOption(list);
      boolean empty = spec.findOption(list).<List<?>>getValue().isEmpty();
      BenchChecks.refuse(named && empty, list + " needs a number");
    }
    BenchPreparation prepared = BenchPreparation.of(options);
    return new BenchRun(prepared, typed, line.getOut(), line.getErr(), files, interrupts).run();
  }

  /// Hears signals while the command line is still being read, which takes as long as much of what
  /// follows: the files that it names for a job say so, as far as they can be made out.
  ///
  /// @param args the whole command line
  public static void heed(List<String> args, PrintWriter err) {
    heed(args, err, Interrupts::end);
  }

  static void heed(List<String> args, PrintWriter err, Consumer<ExitCode> end) {
    var _ = Interrupts.watch(err, interrupted -> tell(args, err, interrupted), end);
  }

  private static void tell(List<String> args, PrintWriter err, Throwable end) {
    new UnmeasuredFiles(OutputOptions.in(args), err).tell(end);
  }

  /// A command line that could not be read: the files that it names for a job say so too, as far as
  /// they can be made out.
  ///
  /// @param args the whole command line
  public void refused(List<String> args, AppException.Usage why) {
    tell(args, spec.commandLine().getErr(), why);
  }
}
