package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.http.SimulatorServer;
import dev.goodput.simulator.profile.EngineProfile;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Starts the program on the class path of this test, in a directory of the test's own.
final class Cli {
  private static final long TIMEOUT_SECONDS = 120;
  private static final long POLL_NANOS = 20_000_000;

  /// The limit of the client's warm-up, as the build sets it for tests.
  private static final String WARM_UP = "goodput.tests.warm-up-ms";

  private final Path directory;

  Cli(Path directory) {
    this.directory = directory;
  }

  /// Returns a simulated engine in this JVM: one process fewer to start. A test whose subject is
  /// `simulate` itself starts a process.
  static SimulatorServer engine(String gpu, String model) {
    return SimulatorServer.start(
        SimulatorOptions.of(EngineProfile.named(gpu, model)), InstantSource.system());
  }

  /// What one call left behind.
  record Result(int exit, String out, String err) {
    String all() {
      return out + err;
    }
  }

  Result run(String... arguments) {
    return run(Map.of(), arguments);
  }

  Result run(Map<String, String> environment, String... arguments) {
    return ended(start(environment, arguments));
  }

  Running start(Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>(withOwnSignals());
    command.addAll(FastStart.PROGRAM);
    command.addAll(List.of(arguments));
    try {
      Path out = Files.createTempFile(directory, "out", ".txt");
      Path err = Files.createTempFile(directory, "err", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().putAll(environment);
      return new Running(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> program(List<String> flags, String classPath) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-D" + WARM_UP + "=" + System.getProperty(WARM_UP, "3000"),
            "-cp",
            classPath,
            "dev.goodput.app.main.Main"));
    return command;
  }

  /// How the program is started: from an ahead-of-time cache, as its launcher does, where the build
  /// has packed its classes into jars (`verify`, not `test`), which saves half a second of CPU a
  /// start.
  private static final class FastStart {
    private static final Path CACHE = Path.of("target", "goodput.aot").toAbsolutePath();
    static final List<String> PROGRAM = find();

    private static List<String> find() {
      String all = System.getProperty("java.class.path");
      String jars =
          Stream.of(all.split(File.pathSeparator))
              .filter(entry -> entry.endsWith(".jar"))
              .collect(Collectors.joining(File.pathSeparator));
      boolean packed = Pattern.compile("goodput-app[^/]*\\.jar").matcher(jars).find();
      return packed && rehearsed(jars)
          ? program(List.of("-XX:AOTCache=" + CACHE), jars)
          : program(List.of(), all);
    }

    private static boolean rehearsed(String jars) {
      List<String> command = program(List.of("-XX:AOTCacheOutput=" + CACHE), jars);
      command.add("rehearse");
      try {
        Files.deleteIfExists(CACHE);
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor() == 0 && Files.exists(CACHE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /// A test that runs in the background of a shell has SIGINT ignored, and so would its children.
  private static List<String> withOwnSignals() {
    boolean gnu = Files.isExecutable(Path.of("/usr/bin/env")) && Files.exists(Path.of("/proc"));
    return gnu ? List.of("/usr/bin/env", "--default-signal=INT,TERM,HUP") : List.of();
  }

  /// A call under way.
  record Running(Process process, Path out, Path err) {
    String errors() {
      return text(err);
    }

    /// Returns once the file holds the text.
    void await(Path file, String text) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
      while (!Files.exists(file) || !text(file).contains(text)) {
        if (System.nanoTime() > end || !process.isAlive()) {
          throw new AssertionError(
              "never saw \"" + text + "\" in " + file + "; the process said: " + errors());
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }

    /// Where a simulated server is, once it says so.
    String address() {
      await(out, "at http://");
      String message = text(out);
      return message.substring(message.indexOf("http://"), message.indexOf(" as "));
    }

    void signal(String name) {
      call("kill", "-" + name, Long.toString(process.pid()));
    }

    /// From now on no file of the process can grow beyond so many bytes, as on a disk that is full.
    void limitFiles(int bytes) {
      call("prlimit", "--pid", Long.toString(process.pid()), "--fsize=" + bytes);
    }

    /// Calls a tool of the system's, which a test cannot do without.
    static void call(String... command) {
      try {
        assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
      } catch (IOException e) {
        throw new AssertionError(
            "this test needs "
                + command[0]
                + " on the PATH (kill of procps, prlimit of util-linux on Linux): "
                + e.getMessage(),
            e);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static Result ended(Running running) {
    try {
      if (!running.process().waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        running.process().destroyForcibly();
        throw new AssertionError("no end in " + TIMEOUT_SECONDS + " s: " + running.errors());
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return new Result(running.process().exitValue(), text(running.out()), text(running.err()));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
