package dev.goodput.findings.profile;

import dev.goodput.observe.profile.EngineBound;
import dev.goodput.observe.profile.OperatorKind;
import dev.goodput.observe.profile.Profile;
import dev.goodput.observe.profile.Profile.HostCalls;
import dev.goodput.observe.profile.Profile.Operator;
import dev.goodput.observe.profile.Profile.Timeline;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.model.Fact;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Table;
import dev.goodput.report.model.Table.Cell;
import dev.goodput.report.model.Table.Column;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One profile with its file, in each form.
///
/// @param file the file's name, without its directory
/// @param top how many operators are shown
public record ProfileReport(String file, Profile profile, int top) {
  /// The schema of the document.
  public static final String SCHEMA = "goodput.profile/1";

  private static final String DOT = " · ";
  private static final int BRIEF = 44;
  private static final int LONGEST = 200;

  /// The operators that are shown by default.
  public static final int TOP = 15;

  private static final int IN_NOTE = 5;

  /// Returns the report of a profile with the default number of operators.
  public static ProfileReport of(Path file, Profile profile) {
    return new ProfileReport(String.valueOf(file.getFileName()), profile, TOP);
  }

  /// Returns the profile as a note of a run's report: what bounds the engine, and the five longest
  /// operators.
  public String note() {
    String operators =
        profile.operators().stream()
            .limit(IN_NOTE)
            .map(each ->
                TextLayout.cut(SafeText.text(each.name()), BRIEF)
                    + " "
                    + Figures.share(profile.share(each.nanos())))
            .collect(Collectors.joining(", "));
    return "Profile "
        + SafeText.text(file)
        + ": "
        + bound().answer()
        + ". Operators by "
        + processor()
        + " time: "
        + operators;
  }

  /// Returns what bounds the engine.
  public Verdict bound() {
    return BoundText.of(profile);
  }

  /// Returns the report of the profile for terminals and Markdown.
  public Summary summary() {
    return new Summary(
        "profile",
        facts(),
        facts().stream().map(fact -> fact.name() + ": " + fact.text()).toList(),
        List.of(List.of(bound())),
        List.of(new Summary.Section("Operators by " + processor() + " time", "operator", table())),
        notes(),
        false,
        List.of(),
        new NextStep("", ""));
  }

  /// Returns the figures by name: the file, the time, the gaps, the host's calls, the kinds.
  public List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "profile",
            SafeText.text(file)
                + DOT
                + profile.format().label()
                + DOT
                + Figures.counted(profile.events(), "event")));
    Timeline timeline = profile.timeline();
    if (timeline != null) {
      facts.add(new Fact(processor(), time(timeline)));
      facts.add(new Fact("gaps", gaps(timeline)));
    }
    HostCalls calls = profile.calls();
    if (calls != null) {
      facts.add(new Fact("host", host(calls, timeline)));
    }
    facts.add(new Fact("kinds", kinds()));
    return facts;
  }

  private String processor() {
    return BoundText.processor(profile);
  }

  private String time(Timeline timeline) {
    String devices =
        timeline.devices() == 1 ? "" : DOT + Figures.counted(timeline.devices(), "device");
    return "busy "
        + Figures.share(1 - timeline.idleShare())
        + " of "
        + BoundText.time(timeline.spanNanos() / (double) timeline.devices())
        + devices;
  }

  private static String gaps(Timeline timeline) {
    return "longest idle gap "
        + BoundText.time(timeline.longestGapNanos())
        + DOT
        + Figures.count(timeline.longGaps())
        + " of 1 ms or more"
        + (timeline.longGaps() == 0 ? "" : ", " + BoundText.time(timeline.longGapNanos()));
  }

  private static String host(HostCalls calls, @Nullable Timeline timeline) {
    String each =
        calls.launches() == 0
            ? ""
            : ", " + BoundText.time(calls.launchNanos() / (double) calls.launches()) + " each";
    String share =
        timeline == null
            ? ""
            : " (" + Figures.share(calls.launchNanos() / (double) timeline.spanNanos()) + ")";
    return Figures.counted(calls.launches(), "launch call")
        + " in "
        + BoundText.time(calls.launchNanos())
        + share
        + each
        + DOT
        + "waits for the GPU "
        + BoundText.time(calls.waitNanos());
  }

  private String kinds() {
    List<String> parts = new ArrayList<>();
    for (OperatorKind kind : OperatorKind.values()) {
      if (profile.share(kind) > 0) {
        parts.add(kind.label() + " " + Figures.share(profile.share(kind)));
      }
    }
    return String.join(DOT, parts);
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>(profile.notes());
    int others = profile.operators().size() - top;
    if (others > 0) {
      notes.add(Figures.counted(others, "other operator") + " not shown; use --top");
    }
    return notes;
  }

  /// Returns the longest operators as a table.
  public Table table() {
    List<Column> columns =
        List.of(
            Column.left("operator", 1, BRIEF),
            Column.right("share", 1, 7),
            Column.right("total", 1, 9),
            Column.right("calls", 1, 9),
            Column.right("mean", 1, 9));
    return new Table(columns, profile.operators().stream().limit(top).map(this::row).toList());
  }

  private List<Cell> row(Operator operator) {
    String name = SafeText.text(operator.name());
    return List.of(
        new Cell(
            MarkdownSummary.cell(TextLayout.cut(name, LONGEST)),
            TextLayout.cut(name, BRIEF),
            Severity.PLAIN),
        Cell.of(Figures.share(profile.share(operator.nanos()))),
        Cell.of(BoundText.time(operator.nanos())),
        Cell.of(Figures.count(operator.calls())),
        Cell.of(BoundText.time(operator.nanos() / (double) Math.max(1, operator.calls()))));
  }

  /// Returns the document's part on this profile.
  public JsonObject fields() {
    Verdict bound = bound();
    Timeline timeline = profile.timeline();
    HostCalls calls = profile.calls();
    return new JsonObject()
        .text("file", file)
        .text("format", profile.format().name().toLowerCase(Locale.ROOT))
        .text("processor", profile.gpu() ? "gpu" : "cpu")
        .text("bound", EngineBound.of(profile).name().toLowerCase(Locale.ROOT))
        .text("sentence", bound.answer())
        .whole("events", profile.events())
        .object("timeline", timeline == null ? null : timeline(timeline))
        .object("host", calls == null ? null : calls(calls))
        .object("kinds", kindShares())
        .whole("different_operators", (long) profile.operators().size())
        .objects("operators", profile.operators().stream().limit(top).toList(), this::operator)
        .texts("notes", profile.notes());
  }

  private static JsonObject timeline(Timeline timeline) {
    return new JsonObject()
        .whole("devices", (long) timeline.devices())
        .number("span_ms", timeline.spanNanos() / 1e6 / timeline.devices())
        .number("busy_ms", timeline.busyNanos() / 1e6 / timeline.devices())
        .number("idle_share", timeline.idleShare())
        .number("longest_gap_ms", timeline.longestGapNanos() / 1e6)
        .whole("long_gaps", timeline.longGaps())
        .number("long_gaps_ms", timeline.longGapNanos() / 1e6);
  }

  private static JsonObject calls(HostCalls calls) {
    return new JsonObject()
        .whole("launches", calls.launches())
        .number("launch_ms", calls.launchNanos() / 1e6)
        .number("wait_ms", calls.waitNanos() / 1e6);
  }

  private JsonObject kindShares() {
    JsonObject shares = new JsonObject();
    for (OperatorKind kind : OperatorKind.values()) {
      shares.number(kind.name().toLowerCase(Locale.ROOT), profile.share(kind));
    }
    return shares;
  }

  private JsonObject operator(Operator operator) {
    return new JsonObject()
        .text("name", operator.name())
        .text("kind", operator.kind().name().toLowerCase(Locale.ROOT))
        .whole("calls", operator.calls())
        .number("total_ms", operator.nanos() / 1e6)
        .number("share", profile.share(operator.nanos()));
  }
}
