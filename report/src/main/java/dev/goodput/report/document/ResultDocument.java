package dev.goodput.report.document;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.quality.RunScores;
import dev.goodput.report.words.Notes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The result document, `result.json`: the contract that scripts and jobs rely on.
///
/// Its names and their meaning are those of the metric definitions, §10; [#schema()] describes it.
public final class ResultDocument {
  /// Names the contract; changes when a meaning does.
  public static final String SCHEMA = "goodput.result/1";

  private static final JsonMapper MAPPER = new JsonMapper();

  private ResultDocument() {}

  /// The document as indented text.
  public static String json(ReportInput in) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree(in)) + "\n";
  }

  /// Writes the document to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(ReportInput in, Path file) {
    ReportFile.write(file, json(in));
  }

  /// The JSON Schema (draft 2020-12) of the document.
  public static String schema() {
    try (InputStream in = ResultDocument.class.getResourceAsStream("result.schema.json")) {
      if (in == null) {
        throw new IllegalStateException("result.schema.json is missing from this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The document as a tree.
  public static ObjectNode tree(ReportInput in) {
    Experiment made = in.experiment();
    ObjectNode tree = levels(in, made);
    RunScores.of(in).ifPresent(scores -> tree.set("quality", scores.tree()));
    return tree;
  }

  private static ObjectNode levels(ReportInput in, @Nullable Experiment made) {
    List<LevelResult> levels = in.result().levels();
    return new JsonObject()
        .text("schema", made == null ? SCHEMA : made.schema())
        .object(made == null ? "" : made.command(), made == null ? null : made.document())
        .object("run", RunPart.of(in))
        .object("client", client(health(in)))
        .object("slo", slo(in.result().slo(), made == null))
        .objects("levels", levels.stream().map(level -> LevelPart.of(in, level)).toList())
        .object("repeats", RepeatsPart.of(in.repeats().orElse(null)))
        .texts("notes", Notes.ofRun(in))
        .texts("faults", in.result().faults())
        .node();
  }

  /// Of an experiment that of the level it rests on: its floods are meant to be too much.
  private static ClientHealth health(ReportInput in) {
    return in.experiment() == null
        ? in.result().client()
        : in.best().map(LevelResult::client).orElse(in.result().client());
  }

  /// @param levels whether the levels were asked to meet it; a single user nearly always does
  private static @Nullable JsonObject slo(@Nullable SloResult slo, boolean levels) {
    return slo == null
        ? null
        : new JsonObject()
            .text("expression", slo.expression())
            .flag("met", levels ? slo.met() : null)
            .text("name", slo.name())
            .text("source", slo.source())
            .number("attainment_target", slo.attainmentTarget());
  }

  static JsonObject client(ClientHealth client) {
    return new JsonObject()
        .text("verdict", client.verdict().word())
        .texts("reasons", client.reasons())
        .texts("notes", client.notes().stream().map(ClientHealth.Note::sentence).toList())
        .distribution("schedule_lag_ms", client.scheduleLagMs())
        .distribution("loop_lag_ms", client.loopLagMs())
        .distribution("gc_pause_ms", client.gcPauseMs())
        .number("cpu_share", client.cpuShare())
        .number("host_cpu_share", client.hostCpuShare())
        .whole("unread_bytes_peak", client.unreadBytesPeak())
        .whole("refused_locally", client.refusedLocally())
        .number("taken_up_share", client.takenUpShare());
  }
}
