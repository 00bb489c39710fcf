package dev.goodput.monitor.alert;

import dev.goodput.gateway.plan.AlertsPlan.Form;
import dev.goodput.gateway.plan.AlertsPlan.Severity;
import dev.goodput.operate.slo.BurnAlert;
import dev.goodput.operate.slo.PromDuration;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.Figures;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A message about the alerts of one SLO class and severity.
///
/// @param gateway the host of the gateway
/// @param sloClass the class
/// @param slo its SLO
/// @param severity the severity
/// @param alert the alert that fires; null once none does, or none is evaluated any more
/// @param dropped whether the configuration no longer has this class with this SLO
/// @param covered the part of the alert's long window since the alert is evaluated
/// @param requests requests in that part
/// @param bad bad requests among them
/// @param since when it started to fire
/// @param at now
record AlertMessage(
    String gateway,
    String sloClass,
    ServiceObjective slo,
    Severity severity,
    @Nullable BurnAlert alert,
    boolean dropped,
    Duration covered,
    long requests,
    long bad,
    Instant since,
    Instant at) {
  private static final String SCHEMA = "goodput.alert/1";

  /// Returns the counts that fire an alert, as the live page shows them.
  ///
  /// @param covered as of the message
  static String evidence(
      ServiceObjective slo, BurnAlert alert, Duration covered, long requests, long bad) {
    double share = requests == 0 ? 0 : (double) bad / requests;
    String window = PromDuration.text(alert.longWindow());
    boolean whole = covered.compareTo(alert.longWindow()) >= 0;
    return "%s of %s were bad in the last %s; %s may be, so the budget burns at %s the even pace"
        .formatted(
            Figures.count(bad),
            Figures.counted(requests, "request"),
            whole
                ? window
                : Figures.span((double) covered.toSeconds()) + " (window " + window + ")",
            ServiceObjective.percent(slo.budget()),
            Figures.times(share / slo.budget().doubleValue()));
  }

  /// Returns the end of this alert by a change of the configuration.
  AlertMessage droppedAt(Instant when) {
    return new AlertMessage(
        gateway, sloClass, slo, severity, null, true, Duration.ZERO, 0, 0, since, when);
  }

  /// Whether both are about the same class and severity, so that the later one replaces the other.
  boolean sameSubject(AlertMessage other) {
    return severity == other.severity && sloClass.equals(other.sloClass);
  }

  /// Returns the message in a line.
  String text() {
    BurnAlert firing = alert;
    if (firing == null) {
      return "RESOLVED %s: SLO %s on %s is %s after %s"
          .formatted(
              severity.key(),
              sloClass,
              gateway,
              dropped ? "no longer evaluated like this, by the configuration," : "quiet again",
              Figures.span((double) Duration.between(since, at).toSeconds()));
    }
    return "FIRING %s: SLO %s on %s: %s (%s, since %s)"
        .formatted(
            severity.key(),
            sloClass,
            gateway,
            evidence(slo, firing, covered, requests, bad),
            firing.name(),
            since);
  }

  /// Returns the body that a receiver gets.
  String body(Form form) {
    return switch (form) {
      case STDOUT -> text();
      case SLACK -> new JsonObject().text("text", text()).node().toString();
      case WEBHOOK -> webhook();
    };
  }

  private String webhook() {
    BurnAlert firing = alert;
    JsonObject body =
        new JsonObject()
            .text("schema", SCHEMA)
            .text("status", firing == null ? "resolved" : "firing")
            .text("severity", severity.key())
            .text("slo", sloClass)
            .text("gateway", gateway)
            .text("since", since.toString())
            .text("at", at.toString())
            .number("target", slo.target().doubleValue())
            .text("text", text());
    if (firing != null) {
      body.text("alert", firing.name())
          .text("window", PromDuration.text(firing.longWindow()).toLowerCase(Locale.ROOT))
          .whole("covered_s", covered.toSeconds())
          .whole("requests", requests)
          .whole("bad", bad);
    }
    return body.node().toString();
  }
}
