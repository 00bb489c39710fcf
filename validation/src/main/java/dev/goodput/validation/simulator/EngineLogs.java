package dev.goodput.validation.simulator;

import dev.goodput.simulator.SimulatorException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// Where logs come from: those that are shipped, and files of the same form.
///
/// `PREFIX.meta.json` describes the engine, `PREFIX.requests.jsonl` when each request was queued
/// and gave its first and last token (seconds of any one clock), a workload file, gzipped or not,
/// which prefix blocks each prompt has. Requests without a first token are left out.
public final class EngineLogs {
  private static final String WORKLOAD = "workload-sharegpt-llama-3.1-8b-300-sps10.blocks.jsonl.gz";

  private EngineLogs() {}

  /// The shipped logs: vLLM 0.19.0 with Llama-3.1-8B on an RTX 4090 and an RTX PRO 6000.
  public static List<EngineLog> shipped() {
    return List.of(shipped("RTX4090_Llama-3.1-8B"), shipped("RTXPRO6000_Llama-3.1-8B"));
  }

  /// A log from files.
  ///
  /// @param prefix of the log's files, or one of them
  /// @param workload its prefix blocks, null where they are not known: then no request finds
  ///   another's
  /// @throws SimulatorException.BadLog for a file that is not there or cannot be understood
  public static EngineLog read(Path prefix, @Nullable Path workload) {
    String file = prefix.getFileName() == null ? "" : prefix.getFileName().toString();
    String name = file.replaceFirst("\\.(meta\\.json|requests\\.jsonl)$", "");
    Path meta = prefix.resolveSibling(name + ".meta.json");
    Path requests = prefix.resolveSibling(name + ".requests.jsonl");
    return LogReader.read(
        name,
        new LogReader.Text(meta.toString(), text(meta)),
        new LogReader.Text(requests.toString(), text(requests)),
        workload == null ? null : new LogReader.Text(workload.toString(), text(workload)));
  }

  private static EngineLog shipped(String name) {
    return LogReader.read(
        name,
        resource(name + ".meta.json"),
        resource(name + ".requests.jsonl"),
        resource(WORKLOAD));
  }

  private static LogReader.Text resource(String name) {
    try (InputStream in = EngineLogs.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return new LogReader.Text(name, text(in));
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  private static String text(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return text(in);
    } catch (NoSuchFileException _) {
      throw new SimulatorException.BadLog("cannot read %s: no such file".formatted(file));
    } catch (IOException e) {
      throw new SimulatorException.BadLog(
          "cannot read %s: %s".formatted(file, e.getClass().getSimpleName()));
    }
  }

  /// All of it as UTF-8, unpacked where it begins as gzip does.
  private static String text(InputStream in) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(in);
    bytes.mark(2);
    boolean packed = bytes.read() == 0x1f && bytes.read() == 0x8b;
    bytes.reset();
    InputStream plain = packed ? new GZIPInputStream(bytes) : bytes;
    return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
  }
}
