package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.ReportInput;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// What was measured, where, and with what load.
public final class RunFacts {
  /// The manifest's value if a gateway had more models than it names.
  private static final String SEVERAL = "several";

  private static final double NOTABLE_DIFFERENCE = 0.05;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ROOT)
          .withLocale(Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private RunFacts() {}

  /// The model and where it runs: `llama-3.1-8b on http://host:8000`, `several models on 3
  /// upstreams`, `simulated h100 / llama-3.1-8b`.
  public static String subject(ReportInput in) {
    String model = in.fact("target.model").map(RunFacts::model).orElse("the server's model");
    return in.fact("target.profile")
        .map(profile -> "simulated " + profile.replace("/", " / "))
        .orElseGet(() -> model + target(in).map(" on "::concat).orElse(""));
  }

  private static String model(String named) {
    return named.equals(SEVERAL) ? "several models" : SafeText.shortened(named);
  }

  /// All of it as the parts of a line: subject, workload, load, length and seed.
  public static List<String> line(ReportInput in) {
    List<String> all = new ArrayList<>(List.of(subject(in)));
    all.addAll(parts(in));
    return all;
  }

  /// Workload, load, length and seed.
  public static List<String> parts(ReportInput in) {
    List<String> parts = new ArrayList<>();
    in.fact("run.workload").map(SafeText::shortened).ifPresent(parts::add);
    List<LevelResult> levels = in.result().levels();
    if (levels.size() == 1 && in.experiment() == null) {
      parts.add(load(levels.getFirst()));
      think(in).ifPresent(parts::add);
      parts.add(length(in, levels.getFirst().window()));
    }
    long requested = Math.max(levels.size(), in.manifest().whole("run.levels").orElse(0));
    if (requested > 1 && in.experiment() == null) {
      String of = requested == levels.size() ? "" : levels.size() + " of ";
      boolean repeated = in.repeats().isPresent();
      if (repeated && !levels.isEmpty()) {
        parts.add(LevelName.shown(LevelName.of(levels.getFirst().load())));
      }
      think(in).ifPresent(parts::add);
      parts.add(of + requested + (repeated ? " runs" : " load levels"));
    }
    in.fact("run.seed").ifPresent(seed -> parts.add("seed " + seed));
    return parts;
  }

  /// The load by name, and the rate from the first to the last arrival where that is another one: a
  /// random process rarely draws its target rate in a short window.
  private static String load(LevelResult level) {
    Double target = level.load().targetRate();
    Double sent = level.load().profile() == null ? level.load().rateAchieved() : null;
    boolean other =
        target != null && sent != null && Math.abs(sent / target - 1) > NOTABLE_DIFFERENCE;
    return LevelName.shown(LevelName.of(level.load()))
        + (other ? " (" + Figures.number(sent) + "/s over the whole run)" : "");
  }

  /// The pause of users between two requests, where one was requested.
  private static Optional<String> think(ReportInput in) {
    return in.fact("workload.think_time")
        .map(text -> "think time " + Figures.span(Duration.parse(text).toMillis() / 1e3));
  }

  /// How long load was sent, and how long the last answers took then: `30 s + 2.6 s drain`.
  private static String length(ReportInput in, LevelResult.Window window) {
    double whole = (window.runEndNanos() - window.runBeginNanos()) / 1e9;
    double load = (window.endNanos() + in.options().cooldownNanos() - window.runBeginNanos()) / 1e9;
    double drain = whole - load;
    return load > 0 && drain >= 0.05
        ? Figures.span(load) + " + " + Figures.span(drain) + " drain"
        : Figures.span(whole);
  }

  /// Returns the date of the run's start, in words and UTC; unchanged if the manifest has no date.
  public static String date(ReportInput in) {
    return date(in.fact("run.started").orElse(""));
  }

  /// Returns a date in words and UTC; unchanged if it is no date.
  public static String date(String started) {
    try {
      return started.isEmpty() ? "" : DATE.format(Instant.parse(started));
    } catch (DateTimeParseException e) {
      return started;
    }
  }

  /// In a few words: `http://host:8000`, `3 upstreams`. Empty where it is not known.
  public static Optional<String> target(ReportInput in) {
    SortedSet<String> upstreams = upstreams(in);
    return upstreams.size() > 1
        ? Optional.of(upstreams.size() + " upstreams")
        : address(in, upstreams).map(SafeText::shortened);
  }

  /// In full: `http://host:8000`, `3 upstreams: vllm-0, vllm-1, vllm-2`. Empty where it is not
  /// known.
  public static Optional<String> fullTarget(ReportInput in) {
    SortedSet<String> upstreams = upstreams(in);
    return upstreams.size() > 1
        ? Optional.of(upstreams.size() + " upstreams: " + String.join(", ", upstreams))
        : address(in, upstreams);
  }

  private static Optional<String> address(ReportInput in, SortedSet<String> upstreams) {
    return in.fact("target.url").or(() -> upstreams.stream().findFirst());
  }

  private static SortedSet<String> upstreams(ReportInput in) {
    SortedSet<String> all = new TreeSet<>();
    in.result().levels().forEach(level -> all.addAll(level.totals().upstreams()));
    return all;
  }
}
