package dev.goodput.findings.profile;

import dev.goodput.observe.profile.EngineBound;
import dev.goodput.observe.profile.OperatorKind;
import dev.goodput.observe.profile.Profile;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;

/// What bounds the engine, as a verdict: the cause, its figures, and what to do.
final class BoundText {
  private BoundText() {}

  static Verdict of(Profile profile) {
    return switch (EngineBound.of(profile)) {
      case LAUNCHES ->
          Severity.WARN.verdict(
              "bound by kernel launches",
              "launching work takes the host "
                  + time(profile.calls() == null ? 0 : profile.calls().launchNanos())
                  + ", and the GPU needs "
                  + time(busy(profile))
                  + " for it"
                  + idle(profile, "; it is idle "),
              "Use CUDA graphs, larger batches or fused kernels");
      case HOST ->
          Severity.WARN.verdict(
              profile.gpu() ? "bound by the host or by requests" : "bound outside operators",
              "the " + processor(profile) + " is idle" + idle(profile, " "),
              profile.gpu()
                  ? "Check scheduling, tokenizing and sampling on the host, and that enough"
                      + " requests were in flight"
                  : "Check Python code, scheduling and waiting, and that enough requests were in"
                      + " flight");
      case COMMUNICATION ->
          kind(
              profile,
              Severity.WARN,
              OperatorKind.COMMUNICATION,
              "Use fewer GPUs per replica or a faster interconnect");
      case COPIES ->
          kind(
              profile,
              Severity.WARN,
              OperatorKind.COPY,
              "Avoid copies between host and GPU and changes of layout");
      case ATTENTION ->
          kind(
              profile,
              Severity.PLAIN,
              OperatorKind.ATTENTION,
              "Its time grows with the length of the context");
      case MATRIX ->
          kind(
              profile,
              Severity.PLAIN,
              OperatorKind.MATRIX,
              "At small batches it reads weights, so larger batches or quantized weights help");
      case NONE -> {
        Profile.Operator first = profile.operators().getFirst();
        yield Severity.PLAIN.verdict(
            "no single bound",
            "the longest operator takes "
                + Figures.share(profile.share(first.nanos()))
                + " of the "
                + processor(profile)
                + " time"
                + busyShare(profile));
      }
    };
  }

  private static Verdict kind(
      Profile profile, Severity severity, OperatorKind kind, String advice) {
    return severity.verdict(
        "bound by " + kind.label(),
        Figures.share(profile.share(kind))
            + " of the "
            + processor(profile)
            + " time"
            + busyShare(profile),
        advice);
  }

  private static String busyShare(Profile profile) {
    Profile.Timeline timeline = profile.timeline();
    return timeline == null
        ? ""
        : "; the "
            + processor(profile)
            + " is busy "
            + Figures.share(1 - timeline.idleShare())
            + " of "
            + time(timeline.spanNanos() / timeline.devices());
  }

  private static String idle(Profile profile, String before) {
    Profile.Timeline timeline = profile.timeline();
    return timeline == null
        ? ""
        : before
            + Figures.share(timeline.idleShare())
            + " of "
            + time(timeline.spanNanos() / timeline.devices());
  }

  private static long busy(Profile profile) {
    Profile.Timeline timeline = profile.timeline();
    return timeline == null ? profile.operatorNanos() : timeline.busyNanos();
  }

  /// Returns `GPU` or `CPU`.
  static String processor(Profile profile) {
    return profile.gpu() ? "GPU" : "CPU";
  }

  /// Returns a time in a unit that fits: `4.1 µs`, `12.3 ms`.
  static String time(long nanos) {
    return time((double) nanos);
  }

  static String time(double nanos) {
    return nanos > 0 && nanos < 999_500
        ? Figures.number(nanos / 1e3) + " µs"
        : Figures.duration(nanos / 1e6);
  }
}
