package dev.goodput.report.quality;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.report.ReportInput;
import dev.goodput.report.model.JsonObject;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The scores of a run by task, the tasks with the lowest scores first. Requests with the same
/// prompt and reference are one task, if the run keeps its texts; else each request is one.
///
/// @param scores the names of the scores
/// @param tasks how many tasks were scored
/// @param rows the tasks with the lowest first score
public record TaskScores(List<String> scores, int tasks, List<Row> rows) {
  private static final int MOST = 50;
  private static final int LONGEST = 200; // characters

  /// Copies the lists.
  public TaskScores {
    scores = List.copyOf(scores);
    rows = List.copyOf(rows);
  }

  /// The scores of a task.
  ///
  /// @param name the start of its prompt; without texts its request
  /// @param reference the start of the expected answer; null if it is not known
  /// @param answer the start of its first answer; null if no text is kept
  /// @param requests how many requests sent it
  /// @param means the mean of each score
  public record Row(
      String name,
      @Nullable String reference,
      @Nullable String answer,
      int requests,
      List<Double> means) {
    /// Copies the means.
    public Row {
      means = List.copyOf(means);
    }

    private JsonObject fields() {
      return new JsonObject()
          .text("name", name)
          .text("reference", reference)
          .text("answer", answer)
          .whole("requests", (long) requests)
          .series("scores", means.stream());
    }
  }

  /// The sums of a task's scores.
  private static final class Sums {
    private final RunTexts.Request first;
    private final double[] sums;
    private int requests;

    Sums(RunTexts.Request first, int scores) {
      this.first = first;
      this.sums = new double[scores];
    }

    void add(List<Double> scores) {
      requests++;
      for (int i = 0; i < sums.length; i++) {
        sums[i] += scores.get(i);
      }
    }

    double mean(int score) {
      return sums[score] / requests;
    }

    Row row(String name, @Nullable String reference, @Nullable String answer) {
      return new Row(
          name,
          reference,
          answer,
          requests,
          Stream.iterate(0, i -> i + 1).limit(sums.length).map(this::mean).toList());
    }
  }

  /// Reads the scores of a run; empty if it has none.
  ///
  /// @throws dev.goodput.record.RecordException.ReadFailed if a file cannot be read
  public static Optional<TaskScores> of(ReportInput in) {
    Optional<RunScores> scores = RunScores.of(in).filter(each -> !each.levels().isEmpty());
    if (scores.isEmpty()) {
      return Optional.empty();
    }
    boolean kept = RunTexts.mayShow(in) && RunTexts.in(in.dir());
    UnaryOperator<String> task = kept ? tasks(in.dir()) : UnaryOperator.identity();
    Map<String, Sums> all = new LinkedHashMap<>();
    ScoreRows.read(
        in.dir(),
        row ->
            all.computeIfAbsent(
                    task.apply(row.request().level() + " " + row.id()),
                    _ -> new Sums(row.request(), row.scores().size()))
                .add(row.scores()));
    List<Sums> lowest =
        all.values().stream()
            .sorted(Comparator.comparingDouble(each -> each.mean(0)))
            .limit(MOST)
            .toList();
    List<String> names =
        scores.get().levels().getFirst().scores().stream().map(RunScores.Score::label).toList();
    return Optional.of(
        new TaskScores(
            names, all.size(), kept ? withTexts(in.dir(), lowest) : withoutTexts(lowest)));
  }

  /// Returns a function from level and id of a request to its task: level and id of the first
  /// request with this prompt and reference.
  ///
  /// @throws dev.goodput.record.RecordException.ReadFailed if the prompts cannot be read
  public static UnaryOperator<String> tasks(Path directory) {
    Map<String, String> firsts = new HashMap<>();
    Map<String, String> tasks = new HashMap<>();
    RunTexts.prompts(
        directory,
        (key, line) ->
            tasks.put(
                key,
                firsts.computeIfAbsent(
                    sha256(line.required("prompt").stringValue() + "\0" + line.path("reference")),
                    _ -> key)));
    return key -> tasks.getOrDefault(key, key);
  }

  /// Returns the hash of a text: many long prompts would not fit in memory.
  private static String sha256(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static List<Row> withTexts(Path directory, List<Sums> lowest) {
    Map<RunTexts.Request, Row> rows = new LinkedHashMap<>();
    Map<RunTexts.Request, Sums> sums = new HashMap<>();
    lowest.forEach(each -> sums.put(each.first, each));
    RunTexts.read(
        directory,
        sums::containsKey,
        text -> {
          Sums each = sums.get(text.request());
          String reference = text.reference();
          if (each != null) {
            rows.put(
                text.request(),
                each.row(
                    TextExcerpt.line(text.prompt(), LONGEST),
                    reference == null ? null : TextExcerpt.line(reference, LONGEST),
                    text.outcome().equals("ok")
                        ? TextExcerpt.line(text.answer(), LONGEST)
                        : "failed: " + text.outcome()));
          }
        });
    return lowest.stream()
        .map(each -> rows.getOrDefault(each.first, each.row(name(each.first), null, null)))
        .toList();
  }

  private static List<Row> withoutTexts(List<Sums> lowest) {
    return lowest.stream().map(each -> each.row(name(each.first), null, null)).toList();
  }

  private static String name(RunTexts.Request request) {
    return "level %d, session %d, turn %d"
        .formatted(request.level(), request.session(), request.turn());
  }

  /// Returns the table for a page.
  public JsonObject fields() {
    return new JsonObject()
        .texts("scores", scores)
        .whole("tasks", (long) tasks)
        .objects("rows", rows, Row::fields);
  }
}
