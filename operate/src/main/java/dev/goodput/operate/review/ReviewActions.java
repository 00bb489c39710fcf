package dev.goodput.operate.review;

import dev.goodput.record.words.ShellText;
import dev.goodput.report.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The most useful things to do after a review, each with its evidence and a command.
///
/// @param review the review
/// @param log the directory of the log, for commands
/// @param capacity cost and headroom
record ReviewActions(Review review, Path log, Capacity capacity) {
  private static final int MAX = 5;
  private static final double LITTLE = 0.2;

  /// One action.
  ///
  /// @param what to do
  /// @param evidence the reason
  /// @param command a command that shows more; empty for none
  record Action(String what, String evidence, String command) {}

  List<Action> of(List<Finding> findings) {
    List<Action> actions = new ArrayList<>();
    findings.forEach(finding -> actions.add(action(finding)));
    Optional<Double> headroom = capacity.headroom();
    if (headroom.isPresent() && headroom.get() < LITTLE) {
      actions.add(
          new Action(
              "Add capacity, or limit the load",
              capacity.evidence() + ", which leaves " + Figures.share(Math.max(0, headroom.get())),
              "goodput search --url URL --slo SLO"));
    }
    return actions.subList(0, Math.min(MAX, actions.size()));
  }

  private Action action(Finding finding) {
    return switch (finding) {
      case Finding.Outage(List<MissedSpan> spans) ->
          new Action(
              "Find out why requests failed" + where(worst(spans)),
              evidence(worst(spans)),
              report(worst(spans)));
      case Finding.TooSlow(List<MissedSpan> spans, List<LatencyChange> changes) ->
          new Action(
              "Find what made responses slow"
                  + where(worst(spans))
                  + changes.stream()
                      .findFirst()
                      .map(change -> " since " + ReviewWords.time(change.at()))
                      .orElse(""),
              evidence(worst(spans)),
              report(worst(spans)));
      case Finding.Regression(List<LatencyChange> changes) ->
          new Action(
              "Find what changed on " + ReviewWords.time(changes.getFirst().at()),
              "%s of %s changed by %s and stayed so"
                  .formatted(
                      ReviewWords.latency(changes.getFirst()),
                      changes.getFirst().sloClass(),
                      Figures.share(changes.getFirst().effect())),
              "");
      case Finding.ClientsLeave(TenantWaste waste) ->
          new Action(
              "Find out from "
                  + waste.tenant()
                  + " why its clients leave, and check that engines stop when they do",
              "%s cancelled, others %s"
                  .formatted(Figures.share(waste.share()), Figures.share(waste.othersShare())),
              "");
    };
  }

  private static MissedSpan worst(List<MissedSpan> spans) {
    return spans.stream().max(Comparator.comparingLong(MissedSpan::bad)).orElseThrow();
  }

  private Optional<MissCause> cause(MissedSpan span) {
    return Optional.ofNullable(review.causes().get(span));
  }

  private String where(MissedSpan span) {
    return cause(span).stream()
        .flatMap(cause -> cause.concentrations().stream())
        .findFirst()
        .map(place -> " at " + place.label() + " " + place.value())
        .orElse("");
  }

  private String evidence(MissedSpan span) {
    return cause(span)
        .map(ReviewActions::words)
        .orElse(
            Figures.count(span.bad()) + " bad of " + Figures.counted(span.requests(), "request"));
  }

  /// Returns what the bad requests had in common, in a line.
  static String words(MissCause cause) {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, Long> outcome : cause.outcomes()) {
      parts.add(Figures.count(outcome.getValue()) + " × " + outcome.getKey());
    }
    for (MissCause.Concentration place : cause.concentrations()) {
      parts.add(
          "%s of them at %s %s, which had %s of all requests"
              .formatted(
                  Figures.share(place.bad()),
                  place.label(),
                  place.value(),
                  Figures.share(place.requests())));
    }
    parts.addAll(cause.engines());
    parts.addAll(cause.signs());
    return String.join("; ", parts);
  }

  private String report(MissedSpan span) {
    return cause(span)
        .filter(cause -> !cause.runs().isEmpty())
        .map(cause ->
            "goodput report "
                + ShellText.join(List.of(log.resolve(cause.runs().getFirst()).toString())))
        .orElse("");
  }
}
