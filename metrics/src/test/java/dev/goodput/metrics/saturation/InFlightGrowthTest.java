package dev.goodput.metrics.saturation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.RequestSpec;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Tests with single-server queues of known load and exponential service times.
class InFlightGrowthTest {
  private static final double NANOS = 1e9;

  private static void add(InFlightGrowth growth, long id, long begin, long end) {
    growth.add(new RequestSpec(id, 0, 1, -1, -1), true, begin, end);
  }

  private static RequestSpec turn(long session, int turn) {
    return new RequestSpec(session, turn, 2, -1, -1);
  }

  private static boolean grows(double load, int arrivals, long seed) {
    Random random = new Random(seed);
    InFlightGrowth growth = new InFlightGrowth();
    double arrives = 0;
    double free = 0;
    for (int i = 0; i < arrivals; i++) {
      arrives -= Math.log(1 - random.nextDouble()) / load;
      free = Math.max(free, arrives) - Math.log(1 - random.nextDouble());
      add(growth, i, Math.round(arrives * NANOS), Math.round(free * NANOS));
    }
    return growth.growth() == Growth.SEEN;
  }

  /// Of 20,000 such queues, growth is detected in 99.99 %; with 600 arrivals each, in 90.7 %.
  @Test
  void growsWhereMoreComesThanIsAnswered() {
    long seed = System.nanoTime();
    int seen = 0;
    for (int i = 0; i < 50; i++) {
      seen += grows(1.5, 1200, seed + i) ? 1 : 0;
    }
    assertThat(seen).as("of 50, seed %d", seed).isGreaterThanOrEqualTo(49);
  }

  @Test
  void staysWhereTheServerKeepsUp() {
    long seed = System.nanoTime();
    int seen = 0;
    for (int i = 0; i < 100; i++) {
      seen += grows(.8, 600, seed + i) ? 1 : 0;
    }
    assertThat(seen).as("of 100, seed %d", seed).isLessThanOrEqualTo(2);
  }

  /// Responses take ten seconds without queueing: the number in flight grows until the first one
  /// ends.
  @Test
  void takesALevelThatFillsForNoBacklog() {
    long seed = System.nanoTime();
    int seen = 0;
    for (int i = 0; i < 40; i++) {
      Random random = new Random(seed + i);
      InFlightGrowth growth = new InFlightGrowth();
      double arrives = 0;
      for (int j = 0; j < 2000; j++) {
        arrives -= Math.log(1 - random.nextDouble()) / 20;
        double stays = -10 * Math.log(1 - random.nextDouble());
        add(growth, j, Math.round(arrives * NANOS), Math.round((arrives + stays) * NANOS));
      }
      seen += growth.growth() == Growth.SEEN ? 1 : 0;
    }
    assertThat(seen).as("of 40, seed %d", seed).isLessThanOrEqualTo(2);
  }

  @Test
  void saysThatNobodyCanTellOfTooFewAndOfTooShortALevel() {
    InFlightGrowth few = new InFlightGrowth();
    add(few, 0, 0, 1_000_000_000L);
    assertThat(few.growth()).isEqualTo(Growth.UNDECIDED);

    InFlightGrowth longAnswers = new InFlightGrowth();
    for (int i = 0; i < 600; i++) {
      add(longAnswers, i, i * 100_000_000L, i * 100_000_000L + 15_000_000_000L);
    }
    assertThat(longAnswers.growth()).isEqualTo(Growth.UNDECIDED);
  }

  /// Two turns a second apart count as one stay of two seconds, in whatever order they are
  /// reported.
  @Test
  void takesTheTurnsOfASessionTogether() {
    InFlightGrowth growth = new InFlightGrowth();
    for (int i = 0; i < 600; i++) {
      long begin = i * 100_000_000L;
      growth.add(turn(i, 1), true, begin + 9_500_000_000L, begin + 10_500_000_000L);
      growth.add(turn(i, 0), true, begin, begin + 1_000_000_000L);
    }
    assertThat(growth.growth()).isEqualTo(Growth.UNDECIDED);
  }

  /// Responses take ever longer, and a minute passes between the turns: sessions whose second turn
  /// was cut off by the level's end still count.
  @Test
  void countsWhoThinksWhenTheLevelEnds() {
    assertThat(thinking(true)).isEqualTo(Growth.SEEN);
    assertThat(thinking(false)).isEqualTo(Growth.NONE);
  }

  private static Growth thinking(boolean ok) {
    InFlightGrowth growth = new InFlightGrowth();
    for (int i = 0; i < 1200; i++) {
      double begin = i / 2.0;
      double first = begin + 1 + .17 * begin;
      double second = first + 60;
      growth.add(turn(i, 0), ok, nanos(begin), nanos(first));
      if (second < 600) {
        growth.add(turn(i, 1), true, nanos(second), nanos(second + 1 + .17 * begin));
      }
    }
    return growth.growth();
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * NANOS);
  }
}
