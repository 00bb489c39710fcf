package dev.goodput.app;

import dev.goodput.gateway.plan.PlanException;
import dev.goodput.history.HistoryException;
import dev.goodput.load.LoadException;
import dev.goodput.metrics.slo.SloSyntaxException;
import dev.goodput.record.RecordException;
import dev.goodput.report.words.SafeText;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.Version;
import dev.goodput.simulator.SimulatorException;
import dev.goodput.store.StoreException;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.PreflightException;
import dev.goodput.wire.client.Credentials;
import dev.goodput.workload.input.WorkloadException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// The error handler of all commands: turns any error into one line and an exit code.
public final class ErrorHandler {
  private static final String NO_SPACE = "No space left on device";

  private ErrorHandler() {}

  /// Prints the line. For an internal fault the stack trace is written to a file that the line
  /// names. With `-Dgoodput.debug=true` every stack trace is printed.
  ///
  /// @return the exit code
  public static int report(Throwable error, PrintWriter err) {
    return report(error, err, line -> line);
  }

  /// Prints the line as above, for a command whose options may come from a file.
  ///
  /// @param located adds the place of an option to the line of a usage error
  /// @return the exit code
  public static int report(Throwable error, PrintWriter err, UnaryOperator<String> located) {
    if (Boolean.getBoolean("goodput.debug")) {
      error.printStackTrace(err);
    }
    ExitCode exit = exit(error);
    String line =
        isOurs(error) ? "internal fault: " + error + "; " + keepTrace(error) : plain(error);
    line = exit == ExitCode.USAGE ? located.apply(line) : line;
    err.println("goodput: " + SafeText.text(Credentials.redact(line)));
    return exit.code();
  }

  /// Returns the same line for a file, without writing a stack trace.
  ///
  /// @param located adds the place of an option to the line of a usage error
  public static String line(Throwable error, UnaryOperator<String> located) {
    String line = isOurs(error) ? "internal fault: " + error : plain(error);
    return Credentials.redact(exit(error) == ExitCode.USAGE ? located.apply(line) : line);
  }

  /// The handler of errors of commands whose options may come from a file.
  ///
  /// @param located adds the place of an option to the line of a usage error
  public record OfCommands(PrintWriter err, UnaryOperator<String> located)
      implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception error, CommandLine line, ParseResult parsed) {
      return report(error, err, located);
    }

    /// Returns what adds the place of an option to the usage errors of a command.
    public static UnaryOperator<String> located(CommandLine line) {
      return line.getExecutionExceptionHandler() instanceof OfCommands handler
          ? handler.located
          : UnaryOperator.identity();
    }
  }

  private static String plain(Throwable error) {
    if (exit(error) == ExitCode.FAULT) {
      return diskFull(error)
          ? "the disk is full: " + rootMessage(error)
          : String.valueOf(error.getMessage());
    }
    return String.valueOf(error.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }

  private static boolean isOurs(Throwable error) {
    return exit(error) == ExitCode.FAULT && !diskFull(error) && !(error instanceof AppException);
  }

  /// Returns the exit code for an error.
  public static ExitCode exit(Throwable error) {
    return switch (error) {
      case AppException app -> app.exit();
      case WorkloadException _,
          SloSyntaxException _,
          RecordException _,
          HistoryException _,
          StoreException _ ->
          diskFull(error) ? ExitCode.FAULT : ExitCode.USAGE;
      case BadSettingException _, SimulatorException _, LoadException _, PlanException _ ->
          ExitCode.USAGE;
      case PreflightException _ -> ExitCode.UNREACHABLE;
      default -> ExitCode.FAULT;
    };
  }

  private static boolean diskFull(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).contains(NO_SPACE)) {
        return true;
      }
    }
    return false;
  }

  private static String rootMessage(Throwable error) {
    return String.valueOf(error.getMessage()).replace("java.io.IOException: ", "");
  }

  private static String keepTrace(Throwable error) {
    StringWriter trace = new StringWriter();
    error.printStackTrace(new PrintWriter(trace));
    try {
      Path file = Files.createTempFile("goodput-fault-", ".txt");
      Files.writeString(file, Version.version() + "\n" + Credentials.redact(trace.toString()));
      return "details in " + file;
    } catch (IOException e) {
      return "its details could not be written: " + e.getMessage();
    }
  }
}
