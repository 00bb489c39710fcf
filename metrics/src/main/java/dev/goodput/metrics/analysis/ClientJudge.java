package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.ClientHealth.Cause;
import dev.goodput.metrics.result.ClientHealth.Verdict;
import dev.goodput.metrics.result.LevelResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The client's verdict by the rules of docs/explanation/how-it-measures.md.
final class ClientJudge {
  private static final double TAKEN_UP_SHARE = 0.995;

  private static final String LATE = "use more cores, a lower rate, or a quieter machine";
  private static final String WAITED = "use more cores, fewer users or a quieter machine";

  private static final String GATEWAY_LATE = "give the gateway more cores or a quieter machine";

  private final LagLimits limits;
  private final boolean closed;
  private final String remedy;
  private final List<Cause> causes = new ArrayList<>();
  private Verdict verdict = Verdict.TRUSTED;

  /// @param closed whether the load is a closed loop: the loops' lag then includes how long the
  ///   client kept users waiting, and the two cannot be separated
  /// @param observed whether a gateway measured
  ClientJudge(LagLimits limits, boolean closed, boolean observed) {
    this.limits = limits;
    this.closed = closed;
    this.remedy = observed ? GATEWAY_LATE : closed ? WAITED : LATE;
  }

  ClientHealth judge(
      @Nullable Distribution scheduleLag,
      HealthTally health,
      @Nullable Double takenUpShare,
      List<ClientHealth.Note> notes) {
    Distribution loopLag = health.loopLag().build(null);
    Distribution pauses = health.pauses().build(null);
    judgeLag("schedule lag", scheduleLag);
    String loops = closed ? "event-loop lag or users' wait for the client" : "event-loop lag";
    judgeLag(loops, loopLag);
    judgeTakenUp(takenUpShare);
    judgePause("a stop-the-world pause took", pauses);
    String stoodStill = closed ? "paused, or kept its users waiting, for" : "paused for";
    judgePause("an event loop " + stoodStill, loopLag);
    return new ClientHealth(
        verdict,
        causes,
        notes,
        scheduleLag,
        loopLag,
        pauses,
        health.cpuShare(),
        health.hostCpuShare(),
        health.unreadPeak(),
        health.refused(),
        takenUpShare);
  }

  private void judgeLag(String name, @Nullable Distribution lag) {
    Double millis = lag == null ? null : lag.p99OrMax();
    if (lag == null || millis == null) {
      return;
    }
    String figure = name + (lag.p99() == null ? " max " : " p99 ") + FigureText.millis(millis);
    if (millis > limits.clientBoundMillis()) {
      raise(
          Verdict.CLIENT_BOUND,
          lagReason(figure, millis, "limit", limits.clientBoundMillis()),
          remedy);
    } else if (millis > limits.suspectMillis()) {
      raise(
          Verdict.SUSPECT,
          lagReason(figure, millis, "suspect above", limits.suspectMillis()),
          remedy);
    }
  }

  private String lagReason(String figure, double millis, String limit, double allowed) {
    String relative =
        limits.referenceMillis() <= 0
            ? ""
            : " (%s of the %s of %s)"
                .formatted(
                    FigureText.percent(millis / limits.referenceMillis()),
                    limits.referenceName(),
                    FigureText.millis(limits.referenceMillis()));
    return "%s%s, %s %s".formatted(figure, relative, limit, FigureText.millis(allowed));
  }

  private void judgeTakenUp(@Nullable Double share) {
    if (share != null && share < TAKEN_UP_SHARE) {
      raise(
          Verdict.CLIENT_BOUND,
          "only %s of the arrivals in the window were sent in it, limit 99.5 %%"
              .formatted(FigureText.percent(share)),
          remedy);
    }
  }

  private void judgePause(String name, @Nullable Distribution pauses) {
    Double longest = pauses == null ? null : pauses.max();
    if (longest != null && longest > limits.pauseMillis()) {
      raise(
          Verdict.SUSPECT,
          "%s %s, suspect above %s"
              .formatted(name, FigureText.millis(longest), FigureText.millis(limits.pauseMillis())),
          "");
    }
  }

  private void raise(Verdict to, String what, String how) {
    verdict = to.compareTo(verdict) > 0 ? to : verdict;
    causes.add(new Cause(what, how));
  }

  /// Returns the run's client health: the worst of the levels, with the causes and notes of all.
  static ClientHealth worst(List<LevelResult> levels) {
    ClientHealth worst = null;
    List<Cause> causes = new ArrayList<>();
    List<ClientHealth.Note> notes = new ArrayList<>();
    for (LevelResult level : levels) {
      ClientHealth client = level.client();
      worst = worst == null || client.verdict().compareTo(worst.verdict()) > 0 ? client : worst;
      String prefix = levels.size() > 1 ? "level " + (level.level() + 1) + ": " : "";
      client.causes().forEach(cause -> causes.add(cause.at(prefix)));
      client.notes().forEach(note -> notes.add(note.at(prefix)));
    }
    if (worst == null) {
      return new ClientHealth(
          Verdict.TRUSTED, causes, notes, null, null, null, null, null, null, 0, null);
    }
    return worst.with(causes, notes);
  }
}
