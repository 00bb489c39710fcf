package dev.goodput.findings.stored;

import dev.goodput.findings.stored.ComparabilityChecks.Problem;
import dev.goodput.findings.stored.ComparedFigure.Figure;
import dev.goodput.findings.stored.StoredComparison.Excluded;
import dev.goodput.findings.stored.StoredComparison.Placed;
import dev.goodput.findings.stored.StoredComparison.Shared;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The comparison for people, as wide as their terminal, at least 80 columns.
public final class StoredComparisonText {
  private static final int WIDE = 120;

  private static final Set<String> BRIEF =
      Set.of(
          "ttft_p50_ms",
          "ttft_p95_ms",
          "ttft_p99_ms",
          "tpot_p50_ms",
          "tpot_p95_ms",
          "itl_p95_ms",
          "e2el_p50_ms",
          "e2el_p95_ms",
          "output_tokens_per_answer",
          "output_tps_per_user",
          "rps",
          "input_tps",
          "output_tps",
          "goodput_rps",
          "attainment",
          "error_rate",
          "cost_per_million_output_tokens",
          "cost_per_request",
          "energy_per_output_token_j");

  private static final String COSTS = "costs";
  private static final int TITLE = 17;
  private static final int MIN_VALUE = 11;
  private static final int RATIO = 9;
  private static final int NAME = 27;

  private final StoredComparison comparison;
  private final int width;
  private final List<Shared> shared;
  private final List<ComparedFigure> figures;
  private final int titleWidth;
  private final int valueWidth;
  private final StringBuilder text = new StringBuilder();

  /// What the tables have, so that it is explained below them.
  private final Set<String> marks = new LinkedHashSet<>();

  /// Why there is no ratio, by the label of the run.
  private final Map<String, Set<String>> refused = new LinkedHashMap<>();

  private StoredComparisonText(StoredComparison comparison, int width) {
    this.comparison = comparison;
    this.width = Math.max(80, width);
    this.shared = comparison.loads().stream().filter(each -> requested(each).size() > 1).toList();
    this.figures = ComparedFigure.of(shared);
    this.valueWidth = Math.max(MIN_VALUE, 1 + widest());
    this.titleWidth = titleWidth();
  }

  /// As wide as the titles of rows need, up to a third of all.
  private int titleWidth() {
    int longest = measures().stream().mapToInt(each -> title(each).length()).max().orElse(0);
    return Math.clamp(1 + longest, TITLE, width / 3);
  }

  private static String title(ComparedFigure measure) {
    return SafeText.text(measure.title());
  }

  /// How long the longest interval is.
  private int widest() {
    return shared.stream()
        .flatMap(each -> requested(each).stream())
        .flatMap(load -> measures().stream().map(each -> interval(each, each.of(load))))
        .mapToInt(String::length)
        .max()
        .orElse(0);
  }

  /// @param width of the terminal in characters
  public static String of(StoredComparison comparison, int width) {
    return new StoredComparisonText(comparison, width).write();
  }

  private String write() {
    head();
    tradeoffs();
    facts();
    shared.forEach(this::load);
    notes();
    frontier();
    return text.toString();
  }

  private void tradeoffs() {
    List<Tradeoff> all = comparison.tradeoffs();
    for (Tradeoff each : all) {
      line("");
      paragraph(" ", (all.size() > 1 ? each.load() + ": " : "") + each.sentence());
      if (comparison.limits().isEmpty()) {
        paragraph(" ", each.pareto());
      }
      each.changes().stream()
          .map(TradeoffChange::verdictSentence)
          .filter(sentence -> !sentence.isEmpty())
          .forEach(sentence -> paragraph(" ", sentence));
      each.missing().forEach(reason -> paragraph(" – ", reason));
    }
    for (DifferingAnswers each : DifferingAnswers.of(comparison)) {
      String load = all.size() > 1 ? each.load() + ": " : "";
      String page = each.samples().isEmpty() ? "" : "; the page (--html) shows some of them";
      paragraph(" ", load + each.sentence() + page);
    }
    if (comparison.runs().size() > 2) {
      comparison.dominated().forEach(each -> paragraph(" ", each.sentence() + "."));
    }
  }

  private void head() {
    paragraph("", comparison.headline().answer());
    line("");
    for (ComparedRun run : comparison.runs()) {
      String at =
          run.report().dir().toString().equals(run.name()) ? "" : " · " + run.report().dir();
      paragraph(" " + run.label() + "  ", run.name() + at + started(run));
    }
    line("");
    for (Problem each : comparison.objections()) {
      paragraph(" " + each.severity().sign() + " ", each.what() + ". " + each.claim());
    }
  }

  private static String started(ComparedRun run) {
    return run.fact("run.started").map(at -> " · " + at.replaceAll("\\.\\d+Z$", "Z")).orElse("");
  }

  private void facts() {
    List<ComparedFacts> differing =
        comparison.facts().stream().filter(ComparedFacts::differs).toList();
    if (!differing.isEmpty()) {
      line("");
      line(" what differs");
    }
    differing.forEach(this::differing);
    same();
  }

  private void same() {
    List<String> same =
        comparison.facts().stream()
            .filter(fact -> !fact.differs())
            .map(fact -> fact.name() + " " + fact.values().getFirst())
            .toList();
    if (!same.isEmpty()) {
      paragraph(" " + TextLayout.left("the same", TITLE - 1), String.join(" · ", same));
    }
  }

  private void differing(ComparedFacts fact) {
    for (int i = 0; i < fact.values().size(); i++) {
      String value = fact.values().get(i);
      String label = comparison.runs().get(i).label();
      boolean same = i > 0 && value.equals(fact.values().getFirst());
      paragraph(
          " " + TextLayout.left(i == 0 ? fact.name() : "", TITLE - 1) + label + "  ",
          same ? "as A" : value.isEmpty() ? "unknown" : value);
    }
  }

  /// As many runs side by side as there is room for; the first of them is in each block.
  private void load(Shared each) {
    List<ComparedLoad> loads = requested(each);
    int room = Math.max(1, (width - titleWidth - valueWidth - 1) / (valueWidth + RATIO));
    List<ComparedLoad> others = loads.subList(1, loads.size());
    for (int from = 0; from < others.size(); from += room) {
      List<ComparedLoad> block = new ArrayList<>(List.of(loads.getFirst()));
      block.addAll(others.subList(from, Math.min(others.size(), from + room)));
      block(each, block);
    }
  }

  private static List<ComparedLoad> requested(Shared each) {
    List<ComparedLoad> loads = new ArrayList<>();
    for (ComparedLoad load : each.loads()) {
      if (load != null) {
        loads.add(load);
      }
    }
    return loads;
  }

  private void block(Shared each, List<ComparedLoad> loads) {
    line("");

    // A name that is too long for its column has a line of its own.
    boolean apart = each.name().length() >= titleWidth - 1;
    if (apart) {
      paragraph(" ", each.name());
    }
    labels(apart ? "" : each.name(), each.first() != null, loads);
    for (ComparedFigure measure : measures()) {
      if (loads.stream().anyMatch(load -> measure.of(load).value() != null)) {
        row(measure, each.first(), loads);
      }
    }
  }

  private void labels(String name, boolean ratios, List<ComparedLoad> loads) {
    StringBuilder head = new StringBuilder(TextLayout.left(" " + name, titleWidth));
    for (int i = 0; i < loads.size(); i++) {
      String label = loads.get(i).run().label();
      head.append(right(label, valueWidth));
      head.append(i == 0 ? "" : right(ratios ? label + " ÷ A" : "", RATIO));
    }
    line(head.toString());
  }

  /// If there is little space, the most important ones; the page and the document have all.
  private List<ComparedFigure> measures() {
    return width >= WIDE
        ? figures
        : figures.stream()
            .filter(measure ->
                BRIEF.contains(measure.key()) || measure.kind() == ComparedFigure.Kind.QUALITY)
            .toList();
  }

  private void row(ComparedFigure measure, @Nullable ComparedLoad first, List<ComparedLoad> loads) {
    String title = title(measure);

    // So has a title.
    boolean apart = title.length() >= titleWidth;
    if (apart) {
      line(" " + title);
    }
    StringBuilder row = new StringBuilder(TextLayout.left(apart ? "" : " " + title, titleWidth));
    StringBuilder interval = new StringBuilder(TextLayout.left("", titleWidth));
    for (int i = 0; i < loads.size(); i++) {
      ComparedLoad load = loads.get(i);
      Figure figure = measure.of(load);
      row.append(right(shown(measure, load, figure), valueWidth));
      interval.append(right(interval(measure, figure), valueWidth));
      if (i > 0) {
        row.append(right(first == null ? "" : ratio(measure, first, load), RATIO));
        interval.append(right("", RATIO));
      }
    }
    line(row.toString());
    if (!interval.toString().isBlank()) {
      line(interval.toString());
    }
  }

  private String shown(ComparedFigure measure, ComparedLoad load, Figure figure) {
    Double found = figure.value();
    if (found == null) {
      return "n/a";
    }
    String mark = figure.maximum() ? "^" : measure.ofWholeRun(load) ? "*" : "";
    marks.add(measure.unit() == ComparedFigure.Unit.MONEY ? COSTS : mark);
    marks.add(mark);
    return measure.unit().text(found) + mark;
  }

  /// In the unit in which the figure is shown.
  private static String interval(ComparedFigure measure, Figure figure) {
    Double low = figure.low();
    Double high = figure.high();
    Double value = figure.value();
    if ((low == null && high == null) || (low != null && low.equals(high))) {
      return "";
    }
    boolean seconds =
        measure.unit() == ComparedFigure.Unit.DURATION && value != null && value >= 999.5;
    double unit = measure.unit() == ComparedFigure.Unit.SHARE ? .01 : seconds ? 1000 : 1;
    return (low == null ? "?" : Figures.number(low / unit))
        + "–"
        + (high == null ? "?" : Figures.number(high / unit));
  }

  private String ratio(ComparedFigure measure, ComparedLoad first, ComparedLoad load) {
    Figure mine = measure.of(load);
    Optional<String> why = ComparedLoad.noRatio(measure, first, load);
    if (why.isPresent()) {
      if (mine.value() != null && mine.value() != 0) {
        refused.computeIfAbsent(load.run().label(), _ -> new LinkedHashSet<>()).add(why.get());
      }
      return "none";
    }
    Double ratio = mine.ratioTo(measure.of(first));
    String mark = ratio != null && mine.overlaps(measure.of(first)) ? "~" : "";
    marks.add(mark);
    return ratio == null ? "" : Figures.number(ratio) + mark;
  }

  private void notes() {
    List<String> notes = new ArrayList<>();
    elsewhere(notes);
    marks(notes);
    refused.forEach((run, why) -> notes.add("none of " + run + ": " + String.join("; ", why)));
    if (shared.stream().flatMap(each -> requested(each).stream()).anyMatch(this::repeated)) {
      notes.add("a–b the 95 % interval between repeated runs, in the figure's own unit");
      notes.add(
          "of repeated runs: percentiles and the share attained are of all their requests together"
              + " (pooled); rates are the mean of the runs");
    }
    if (!notes.isEmpty()) {
      line("");
    }
    notes.forEach(note -> paragraph(" ", note));
  }

  private void marks(List<String> notes) {
    if (marks.contains("^")) {
      notes.add("^ the maximum: too few requests for the percentile");
    }
    if (marks.contains("*")
        || comparison.placed().stream().anyMatch(each -> each.load().ratesOfWholeRun())) {
      notes.add("* of the whole run: the window is shorter than twice the mean E2EL");
    }
    if (marks.contains("~")) {
      notes.add("~ the intervals of both overlap: the difference may be chance");
    }
    if (marks.contains(COSTS)) {
      currencies(notes);
    }
  }

  private void currencies(List<String> notes) {
    List<String> currencies =
        comparison.runs().stream()
            .flatMap(run ->
                run.report().fact("run.currency").map(money -> run.label() + " " + money).stream())
            .toList();
    if (!currencies.isEmpty()) {
      notes.add("costs in: " + String.join(", ", currencies));
    }
  }

  /// What is not shown here.
  private void elsewhere(List<String> notes) {
    List<String> alone =
        comparison.loads().stream()
            .filter(each -> !shared.contains(each))
            .map(each -> requested(each).getFirst().run().label() + " " + each.name())
            .toList();
    if (!alone.isEmpty()) {
      notes.add("measured in one run only, on the page and in --json: " + String.join(", ", alone));
    }
    if (width < WIDE && !shared.isEmpty()) {
      notes.add("further percentiles and figures: on the page, in --json, and in 120 columns");
    }
  }

  private boolean repeated(ComparedLoad load) {
    return load.repeats() != null;
  }

  private void frontier() {
    List<Placed> placed = comparison.placed();
    line("");
    line(" speed for a user against throughput of all" + (comparison.perGpu() ? ", per GPU" : ""));
    if (placed.isEmpty()) {
      line("  no load has both");
    } else {
      points(placed);
    }
    if (comparison.severalFrontiers()) {
      paragraph(
          " ! ",
          "runs that rest on different things have a frontier of their own each, by its number");
    }
    if (placed.stream().anyMatch(each -> each.beatenBy() != null && !each.significantly())) {
      paragraph("   ", "behind: beaten by single runs, or where intervals overlap; may be chance");
    }
    excluded();
  }

  private void excluded() {
    Map<String, Set<String>> byReason = new LinkedHashMap<>();
    for (Excluded left : comparison.excluded()) {
      byReason
          .computeIfAbsent(left.run().label() + "\n" + left.why(), _ -> new LinkedHashSet<>())
          .add(left.load());
    }
    byReason.forEach((key, loads) -> {
      String[] parts = key.split("\n", 2);
      paragraph("   ", "not in it: " + parts[0] + " " + String.join(", ", loads) + ": " + parts[1]);
    });
  }

  private void points(List<Placed> placed) {
    int name =
        Math.min(
            NAME, placed.stream().mapToInt(each -> each.load().name().length()).max().orElse(4));
    line(
        " run "
            + TextLayout.left("load", name)
            + right("tok/s/user", 12)
            + right("1/TPOT p50", 12)
            + right(comparison.perGpu() ? "tok/s/GPU" : "output/s", 11)
            + "  frontier");
    placed.stream()
        .sorted((one, other) -> Double.compare(other.point().speed(), one.point().speed()))
        .forEach(each -> {
          String rival = rival(each);
          boolean fits = 42 + name + rival.length() <= width;
          line(point(each, name) + (fits ? rival : ""));
          if (!fits) {
            line(right(TextLayout.cut(rival, width - 1), width - 1));
          }
        });
  }

  private String point(Placed each, int name) {
    Double interactivity = each.point().interactivity();
    Double perGpu = comparison.perGpu() ? each.perGpu() : null;
    double throughput = perGpu == null ? each.point().throughput() : perGpu;
    return TextLayout.left("  " + each.load().run().label(), 5)
        + TextLayout.left(TextLayout.cut(each.load().name(), name), name)
        + right(Figures.number(each.point().speed()), 12)
        + right(interactivity == null ? "n/a" : Figures.number(interactivity), 12)
        + right(Figures.number(throughput) + (each.load().ratesOfWholeRun() ? "*" : ""), 11)
        + "  ";
  }

  /// Which load it is beaten by, or is behind; a tick where by none.
  private String rival(Placed each) {
    ComparedLoad rival = each.beatenBy();
    if (rival == null) {
      return comparison.severalFrontiers() ? "✔ " + (each.group() + 1) : "✔";
    }
    return (each.significantly() ? "beaten by " : "behind ")
        + rival.run().label()
        + " "
        + rival.name();
  }

  private static String right(String text, int width) {
    return text.length() >= width ? " " + text : " ".repeat(width - text.length()) + text;
  }

  private void paragraph(String begin, String words) {
    int indent = begin.length();
    TextLayout.labelled(begin, indent, TextLayout.lines(SafeText.text(words), width - indent - 1))
        .forEach(this::line);
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append(System.lineSeparator());
  }
}
