package dev.goodput.report.ci;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rating;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.report.Experiment;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.words.CostText;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.GoodputText;
import dev.goodput.report.words.Headline;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.LevelVerdict;
import dev.goodput.report.words.LoadText;
import dev.goodput.report.words.Method;
import dev.goodput.report.words.Notes;
import dev.goodput.report.words.RateText;
import dev.goodput.report.words.Ratings;
import dev.goodput.report.words.RepeatText;
import dev.goodput.report.words.RunText;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.Sentences;
import dev.goodput.report.words.ServerText;
import dev.goodput.report.words.Severity;
import dev.goodput.report.words.Verdict;
import dev.goodput.report.words.Verdicts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A summary for a job's page: verdicts, a few sentences, one table, the command.
public final class MarkdownSummary {
  private static final int WIDTH = 80;
  private final ReportInput in;
  private final StringBuilder text = new StringBuilder();

  private MarkdownSummary(ReportInput in) {
    this.in = in;
  }

  /// Writes the summary to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(ReportInput in, Path file) {
    ReportFile.write(file, markdown(in));
  }

  /// The summary as text.
  public static String markdown(ReportInput in) {
    return new MarkdownSummary(SafeText.input(in)).build();
  }

  private String build() {
    Optional<LevelResult> best = in.best();
    line("## goodput: " + escape(Headline.subject(in)));
    line("");
    line(escape(String.join(" · ", Headline.parts(in))));
    line("");
    Experiment made = in.experiment();
    RunText.beforehand(in).forEach(this::verdict);
    if (made != null) {
      experiment(made);
    } else if (best.isEmpty()) {
      line("Nothing was measured: no load level ran.");
    } else {
      body(best.get());
    }
    in.fact("run.command").ifPresent(this::command);
    return text.toString();
  }

  private void experiment(Experiment made) {
    Verdicts.of(in, made).forEach(this::verdict);
    line("");
    line("```");
    made.evidence(WIDTH).forEach(this::line);
    line("```");
    line("");
    in.notes().forEach(note -> line("- " + escape(note)));
    line("");
  }

  private void body(LevelResult best) {
    Verdicts.shown(in, best).forEach(this::verdict);
    line("");
    boolean several = in.result().levels().size() > 1;
    if (several) {
      line("> " + escape(capital(LevelName.at(in, best))) + ":  ");
    }
    Sentences.of(best).forEach(sentence -> line("> " + escape(sentence) + "  "));
    line("");
    if (several) {
      levels();
    }
    in.repeats().ifPresent(this::repeats);
    percentiles(best);
    line("Requests: " + String.join("; ", Method.requests(best)) + ".");
    line("");
    List<String> notes = new ArrayList<>(Notes.of(in, best));
    Notes.ofOthers(in, best).ifPresent(notes::add);
    notes.forEach(note -> line("- " + escape(note)));
    if (!notes.isEmpty()) {
      line("");
    }
  }

  private void verdict(Verdict verdict) {
    String more = verdict.more().isEmpty() ? "" : " (" + verdict.more() + ")";
    String title = sign(verdict.tone()) + " **" + escape(verdict.title()) + "**: ";
    line("- " + title + escape(verdict.text() + more));
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private void repeats(Repeats repeats) {
    line(escape(RepeatText.title(repeats)) + ".");
    repeats
        .latencies()
        .forEach(each -> line("- " + each.latency() + " " + escape(RepeatText.figures(each))));
    line("");
  }

  static String sign(Severity tone) {
    return switch (tone) {
      case GOOD -> "✅";
      case WARN -> "⚠️";
      case BAD -> "❌";
      case PLAIN -> "·";
      case OPEN -> "❓";
    };
  }

  private void levels() {
    line(
        "| "
            + (in.repeats().isPresent() ? "run" : "load")
            + " | requests/s | output tok/s | TTFT p95 | TPOT p95 | attainment | verdict |");
    line("|---|--:|--:|--:|--:|--:|---|");
    for (LevelResult level : in.result().levels()) {
      boolean marked = in.isBest(level);
      Double attainment = level.goodput() == null ? null : level.goodput().attainment();
      line(
          "| "
              + escape(LevelName.of(in, level))
              + " | "
              + rate(level, level.rates().rps())
              + " | "
              + rate(level, level.rates().outputTps())
              + " | "
              + p95(level.latencies().ttft())
              + " | "
              + p95(level.latencies().tpot())
              + " | "
              + Figures.share(attainment)
              + " | "
              + escape(LevelVerdict.of(in, level).text())
              + (marked ? " **best**" : "")
              + " |");
    }
    line("");
    if (in.result().levels().stream()
        .anyMatch(level -> level.window().ratesOfWholeRun() && level.rates().rps() != null)) {
      line("\\* of the whole run: the window is shorter than twice the mean E2EL");
      line("");
    }
  }

  private static String rate(LevelResult level, @Nullable Double value) {
    boolean whole = value != null && level.window().ratesOfWholeRun();
    return Figures.number(value) + (whole ? " \\*" : "");
  }

  private void percentiles(LevelResult level) {
    line(
        "| " + escape(LevelName.of(in, level)) + " | mean | p50 | p90 | p95 | p99 | max | feels |");
    line("|---|--:|--:|--:|--:|--:|--:|---|");
    row("TTFT", level.latencies().ttft(), Ratings.ttft(level));
    row("TPOT", level.latencies().tpot(), Ratings.tpot(level));
    row("ITL", level.latencies().itl(), null);
    row("E2EL", level.latencies().e2el(), Ratings.e2el(level));
    line("");
    figures("Load", LoadText.parts(in, level));
    figures("Throughput", RateText.parts(level));
    figures("Goodput", GoodputText.parts(level));
    figures("Server", in.servers().of(level).map(ServerText::parts).orElse(List.of()));
    List<String> cost = CostText.parts(level);
    if (!cost.isEmpty()) {
      line("Cost: " + escape(String.join(", ", cost)) + ".");
      line("");
    }
  }

  private void figures(String name, List<String> parts) {
    if (!parts.isEmpty()) {
      line(name + ": " + escape(String.join(" · ", parts)) + ".");
      line("");
    }
  }

  private void row(String name, @Nullable Distribution values, @Nullable Rating rating) {
    if (values == null) {
      line("| " + name + " | " + Figures.ABSENT + " | | | | | | |");
      return;
    }
    line(
        "| "
            + name
            + " | "
            + Figures.duration(values.mean())
            + " | "
            + cell(values.p50())
            + " | "
            + cell(values.p90())
            + " | "
            + cell(values.p95())
            + " | "
            + cell(values.p99())
            + " | "
            + cell(values.max())
            + " | "
            + (rating == null ? "" : rating.word())
            + " |");
  }

  private static String p95(@Nullable Distribution values) {
    if (values == null) {
      return Figures.ABSENT;
    }
    return (values.p95() == null ? "max " : "") + Figures.duration(values.p95OrMax());
  }

  private static String cell(@Nullable Double value) {
    return value == null ? "–" : Figures.duration(value);
  }

  // A fence longer than any run of backticks in the command cannot be closed by it.
  private void command(String command) {
    int longest = 0;
    int run = 0;
    for (int at = 0; at < command.length(); at++) {
      run = command.charAt(at) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(Math.max(3, longest + 1));
    line(fence);
    line(command.replace("\n", " "));
    line(fence);
  }

  static String escape(String text) {
    return SafeText.text(text)
        .replace("\\", "\\\\")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "\\|")
        .replace("[", "\\[")
        .replace("*", "\\*")
        .replace("_", "\\_")
        .replace("`", "\\`");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
