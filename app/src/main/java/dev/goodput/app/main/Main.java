package dev.goodput.app.main;

import dev.goodput.app.CommandLineReader;
import dev.goodput.app.ErrorHandler;
import dev.goodput.app.run.MeasurementCommand;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.fleet.WorkerOptions;
import dev.goodput.runner.report.Screen;
import dev.goodput.wire.BadSettingException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The entry point of the process.
public final class Main {
  private static final int HELP_WIDTH = 80;
  private static final String FLEET_BENCH = "fleet bench";

  private Main() {}

  /// Runs one command and ends the process with its exit code.
  public static void main(String[] args) {
    PrintWriter err = new MessageWriter(System.err);
    try {
      ConfigFile.Expanded expanded = expanded(args);
      if (!expanded.words().isEmpty() && measures(expanded.words().getFirst())) {
        MeasurementCommand.handleSignals(expanded.words(), err);
      }
      System.exit(run(expanded, new FileOutputStream(FileDescriptor.out), System.err));
    } catch (BadSettingException e) {
      System.exit(ErrorHandler.report(e, err));
    }
  }

  /// Returns the arguments with the options of a configuration file in place of `--config FILE`,
  /// and those that a worker of `fleet bench` gets from its coordinator.
  static ConfigFile.Expanded expanded(String[] args) {
    List<String> words = WorkerOptions.expand(List.of(args), System.getenv());
    return ConfigFile.expand(words, System.getenv());
  }

  /// Returns whether a command writes output files for CI jobs, which report every outcome, even an
  /// early failure.
  static boolean measures(String command) {
    return CommandLineReader.command(new GoodputCommand(), command)
        .filter(MeasurementCommand.class::isAssignableFrom)
        .isPresent();
  }

  /// Runs one command.
  ///
  /// @param out the stream for results and help
  /// @param err the stream for everything else
  /// @return the exit code
  public static int run(String[] args, OutputStream out, PrintStream err) {
    return run(ConfigFile.Expanded.typed(List.of(args)), out, err);
  }

  /// Runs one command with the options of a configuration file, whose errors have their place in
  /// that file.
  static int run(ConfigFile.Expanded args, OutputStream out, PrintStream err) {
    boolean helpAll = args.words().contains(OptionList.HELP_ALL);
    String[] typed =
        args.words().stream()
            .map(word -> word.equals(OptionList.HELP_ALL) ? "--help" : word)
            .toArray(String[]::new);
    try {
      CommandLine line =
          commandLine(
              CommandLineReader.goodput(new GoodputCommand(), List.of(typed)),
              helpAll,
              args,
              new ResultStream(out),
              err);
      int exit = line.execute(typed);
      line.getOut().flush();
      return exit;
    } catch (AppException lost) {
      return ErrorHandler.report(lost, new MessageWriter(err));
    } catch (LinkageError | VirtualMachineError | AssertionError e) {
      return ErrorHandler.report(e, new MessageWriter(err));
    }
  }

  /// Returns the command line with all commands.
  ///
  /// @param helpAll whether help shows all options and the exit codes
  static CommandLine commandLine(boolean helpAll, OutputStream out, PrintStream err) {
    return commandLine(
        CommandLineReader.of(new GoodputCommand()),
        helpAll,
        ConfigFile.Expanded.typed(List.of()),
        out,
        err);
  }

  private static CommandLine commandLine(
      CommandLine line,
      boolean helpAll,
      ConfigFile.Expanded args,
      OutputStream out,
      PrintStream err) {
    MessageWriter errors = new MessageWriter(err);
    CommandLine root =
        line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
            .setErr(errors)
            .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
            .setUsageHelpWidth(HELP_WIDTH)
            .setParameterExceptionHandler(new ParameterErrors(args))
            .setExecutionStrategy(parsed -> execute(parsed, errors))
            .setExecutionExceptionHandler(new ErrorHandler.OfCommands(errors, args::located));
    HelpText.shape(root);
    root.getSubcommands().values().forEach(command -> shapeHelp(command, helpAll));
    return root;
  }

  /// Runs the parsed command. Help and version are printed here as well and may also fail.
  private static int execute(CommandLine.ParseResult parsed, MessageWriter errors) {
    RepeatedOptions.refuse(parsed);
    if (parsed.hasSubcommand() && measures(parsed.subcommand().commandSpec().name())) {
      errors.findWidth(); // a progress display will hold the terminal
    }
    if (isHelp(parsed)) {
      try (TerminalScreen terminal = Screen.terminal()) {
        HelpText.fit(parsed.commandSpec().root().commandLine(), terminal);
      }
    }
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (AppException lost) {
      return ErrorHandler.report(lost, errors);
    }
  }

  private static boolean isHelp(CommandLine.ParseResult parsed) {
    return parsed.asCommandLineList().stream()
        .anyMatch(line -> line.isUsageHelpRequested() || line.getCommandSpec().helpCommand());
  }

  /// Returns the exit codes that a command can end with. Only a run can end with a conclusion; a
  /// server ends by a signal.
  private static List<ExitCode> codes(String command) {
    return switch (command) {
      case "bench" -> but(ExitCode.REGRESSED, ExitCode.INCONCLUSIVE);
      case "saturate", "search", FLEET_BENCH -> but(ExitCode.REGRESSED);
      case "compare" -> but(ExitCode.REGRESSED);
      case "gate" -> but();
      case "watch" -> but(ExitCode.CLIENT_BOUND, ExitCode.REGRESSED, ExitCode.INCONCLUSIVE);
      case "hop" -> but(ExitCode.CLIENT_BOUND, ExitCode.SLO_MISSED);
      case "report" -> but(ExitCode.INTERRUPTED, ExitCode.TERMINATED);
      case "simulate" ->
          List.of(ExitCode.FAULT, ExitCode.USAGE, ExitCode.INTERRUPTED, ExitCode.TERMINATED);
      case "gateway" -> // --check ends by itself
          List.of(
              ExitCode.GOOD,
              ExitCode.FAULT,
              ExitCode.USAGE,
              ExitCode.INTERRUPTED,
              ExitCode.TERMINATED);
      default -> List.of(ExitCode.GOOD, ExitCode.FAULT, ExitCode.USAGE);
    };
  }

  private static List<ExitCode> but(ExitCode... others) {
    return Stream.of(ExitCode.values()).filter(exit -> !List.of(others).contains(exit)).toList();
  }

  private static String meaning(ExitCode exit, String command) {
    if (command.equals("hop") && exit == ExitCode.REGRESSED) {
      return "the proxy harms streams";
    }
    return List.of("bench", FLEET_BENCH, "search", "report").contains(command)
        ? exit.meaningOfRun()
        : exit.meaning();
  }

  private static void shapeHelp(CommandLine command, boolean helpAll) {
    HelpText.shape(command);
    command.getSubcommands().values().forEach(below -> shapeHelp(below, helpAll));
    if (command.getCommandSpec().findOption("--help") == null) {
      command
          .getCommandSpec()
          .addOption(OptionSpec.builder("-h", "--help").usageHelp(true).hidden(true).build());
    }
    ConfigFile.declare(command.getCommandSpec());
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new OptionList(helpAll));
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, OptionList::parameters);
    if (!helpAll && OptionList.shortens(command.getCommandSpec())) {
      return;
    }
    Map<String, String> codes = new LinkedHashMap<>();
    boolean fleet =
        command.getParent() != null && command.getParent().getCommandName().equals("fleet");
    String name = fleet ? FLEET_BENCH : command.getCommandName();
    for (ExitCode exit : codes(name)) {
      codes.put(Integer.toString(exit.code()), meaning(exit, name));
    }
    command
        .getCommandSpec()
        .usageMessage()
        .exitCodeListHeading("%nExit codes%n")
        .exitCodeList(codes);
  }
}
