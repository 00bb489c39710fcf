package dev.goodput.runner.engine;

import dev.goodput.runner.AppException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A child process that runs a server. It is up once its address is known.
public final class EngineProcess implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 5;

  private final Process process;
  private final String url;
  private final OutputStream parentPipe;

  private EngineProcess(Process process, String url) {
    this.process = process;
    this.url = url;
    this.parentPipe = process.getOutputStream();
  }

  /// Starts one of Goodput's own servers and waits until it serves.
  ///
  /// @param arguments the command and its options; it must print [ParentWatchdog#READY] and its
  ///   address
  /// @throws AppException.Machine a process that does not start; the message has its error output
  public static EngineProcess start(List<String> arguments) {
    List<String> command = new ArrayList<>(JavaCommand.sameProgram());
    command.addAll(arguments);
    try {
      Process process = new ProcessBuilder(command).start();
      StderrTail errors = new StderrTail(process.getErrorStream());
      BufferedReader output =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      Optional<String> url = address(output);
      if (url.isEmpty()) {
        process.getOutputStream().close();
        throw new AppException.Machine("the server process did not start: " + errors.lastLines());
      }
      return new EngineProcess(process, url.get());
    } catch (IOException e) {
      throw new AppException.Machine("the server process did not start: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AppException.Machine("interrupted while the server process started", e);
    }
  }

  /// Starts the simulated engine. It generates as many tokens as each request specifies.
  ///
  /// @param profile its GPU and model
  /// @throws AppException.Machine a process that does not start; the message has its error output
  public static EngineProcess simulator(String profile) {
    return start(
        List.of(
            "simulate",
            "--port",
            "0",
            "--answer-tokens",
            "asked",
            "--leashed",
            "--profile",
            profile));
  }

  /// Returns the text after [ParentWatchdog#READY] in the first line that starts with it, or empty
  /// if no line does. Java itself may print lines before it.
  static Optional<String> address(BufferedReader output) throws IOException {
    String line = output.readLine();
    while (line != null && !line.startsWith(ParentWatchdog.READY)) {
      line = output.readLine();
    }
    return Optional.ofNullable(line).map(ready -> ready.substring(ParentWatchdog.READY.length()));
  }

  /// Returns the URL of the server.
  public String url() {
    return url;
  }

  /// Stops the process: first by closing its input, then by force.
  @Override
  public void close() {
    try {
      parentPipe.close();
    } catch (IOException e) {
      process.destroy(); // its input is already closed, so it is ending; make sure
    }
    try {
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
