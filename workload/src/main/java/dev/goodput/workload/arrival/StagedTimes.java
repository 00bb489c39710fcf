package dev.goodput.workload.arrival;

import dev.goodput.workload.arrival.Arrivals.Stage;
import java.util.List;

/// Arrival times whose rate follows stages, by a change of time: with Λ(t) the expected requests
/// until t, arrivals fall where Λ reaches the sums of gaps with mean 1.
final class StagedTimes implements FireTimes {
  private static final double NANOS = 1e9;

  private final List<Stage> stages;
  private final Gaps gaps;
  private int index;
  private double stageBegin;
  private double done;

  StagedTimes(List<Stage> stages, Gaps gaps) {
    this.stages = stages;
    this.gaps = gaps;
  }

  @Override
  public long nextNanos() {
    done += gaps.next();
    while (index < stages.size()) {
      Stage stage = stages.get(index);
      if (done < stage.requests()) {
        return Math.round((stageBegin + secondsUntil(stage, done)) * NANOS);
      }
      done -= stage.requests();
      stageBegin += stage.seconds();
      index++;
    }
    return END;
  }

  /// Solves `from·x + slope·x²/2 = requests` for x, in a numerically stable form.
  private static double secondsUntil(Stage stage, double requests) {
    if (requests == 0) {
      return 0;
    }
    double slope = (stage.rateTo() - stage.rateFrom()) / stage.seconds();
    double root = stage.rateFrom() * stage.rateFrom() + 2 * slope * requests;
    double seconds = 2 * requests / (stage.rateFrom() + StrictMath.sqrt(Math.max(0, root)));
    return Math.min(seconds, stage.seconds());
  }
}
