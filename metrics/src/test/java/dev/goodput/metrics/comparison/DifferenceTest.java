package dev.goodput.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DifferenceTest {
  private static final ComparedMetric TTFT = ComparedMetric.TTFT_P50;

  private static RunFigures run(ComparedMetric metric, double value) {
    return new RunFigures(Map.of(metric, value));
  }

  /// Pairs of which A's is 100, and B's so many times it, by logarithm.
  static List<RunPair> pairs(double... logSlowdowns) {
    return DoubleStream.of(logSlowdowns)
        .mapToObj(d -> new RunPair(run(TTFT, 100), run(TTFT, 100 * Math.exp(d))))
        .toList();
  }

  @Test
  void isStudentsIntervalOfTheLogarithms() {
    Difference found = Difference.paired(TTFT, pairs(.01, .02, .03, .04, .05));

    // mean .03, sd .0158114, se .0070711; t(4): 2.776445 two-sided, 2.131847 one-sided.
    assertThat(found.slowdown()).isCloseTo(Math.expm1(.03), within(1e-12));
    assertThat(found.standardError()).isCloseTo(.0070711, within(1e-7));
    assertThat(Math.log1p(found.low(.95))).isCloseTo(.0103676, within(1e-6));
    assertThat(Math.log1p(found.high(.95))).isCloseTo(.0496324, within(1e-6));
    assertThat(Math.log1p(found.lowerBound(.95))).isCloseTo(.0149256, within(1e-6));
    assertThat(Math.log1p(found.upperBound(.95))).isCloseTo(.0450744, within(1e-6));
    // t = .03 ÷ .0070711 = 4.2426, 4 degrees: p = .0066.
    assertThat(found.pAbove(0)).isCloseTo(.0066, within(1e-4));
    assertThat(found.pAbove(found.lowerBound(.95))).isCloseTo(.05, within(1e-9));
  }

  @Test
  void triesEverySign() {
    assertThat(Difference.paired(TTFT, pairs(.01, .02, .03, .04, .05)).signFlips())
        .hasValue(2. / 32);
    // As far from 0 as .02: all but those whose signs leave a sum of 0.
    assertThat(Difference.paired(TTFT, pairs(.01, .01, .01, -.01)).signFlips()).hasValue(10. / 16);
    assertThat(Difference.paired(TTFT, pairs(new double[21])).signFlips()).isEmpty();
  }

  @Test
  void isASlowdownWhateverTheMetric() {
    List<RunPair> lessThroughput =
        List.of(
            new RunPair(
                run(ComparedMetric.OUTPUT_TPS, 1050), run(ComparedMetric.OUTPUT_TPS, 1000)));
    Difference found = Difference.paired(ComparedMetric.OUTPUT_TPS, lessThroughput);
    assertThat(found.slowdown()).isCloseTo(.05, within(1e-12));
    assertThat(found.known()).isFalse();
    assertThat(found.lowerBound(.95)).isEqualTo(-1);
    assertThat(found.upperBound(.95)).isInfinite();
    assertThat(found.pAbove(0)).isEqualTo(1);
  }

  @Test
  void leavesOutPairsWithoutTheFigureAndCountsThem() {
    RunFigures none = new RunFigures(Map.of());
    List<RunPair> pairs =
        List.of(
            new RunPair(run(TTFT, 100), run(TTFT, 110)),
            new RunPair(run(TTFT, 100), none),
            new RunPair(none, none),
            new RunPair(run(TTFT, 100), run(TTFT, 0)));
    Difference found = Difference.paired(TTFT, pairs);
    assertThat(found.runs()).isEqualTo(1);
    assertThat(found.missing()).isEqualTo(3);
  }

  @Test
  void isSureWhereEveryPairSaysTheSame() {
    Difference same = Difference.paired(TTFT, pairs(0, 0, 0, 0, 0));
    assertThat(same.pAbove(.02)).isEqualTo(1);
    assertThat(same.upperBound(.95)).isZero();
    assertThat(Difference.paired(TTFT, pairs(.1, .1, .1, .1, .1)).pAbove(.02)).isZero();
  }

  private static List<RunFigures> runs(double... logs) {
    return DoubleStream.of(logs).mapToObj(log -> run(TTFT, Math.exp(log))).toList();
  }

  @Test
  void holdsRunsAgainstStoredOnesByWelchsTest() {
    Difference found =
        Difference.unpaired(TTFT, runs(1.1, 1.2, 1.3, 1.4, 1.5), runs(1.6, 1.7, 1.8));

    // variances .025 ÷ 5 and .01 ÷ 3; degrees (.005 + .003333)² ÷ (.005² ÷ 4 + .003333² ÷ 2)
    assertThat(found.mean()).isCloseTo(.4, within(1e-12));
    assertThat(found.standardError()).isCloseTo(Math.sqrt(.005 + .01 / 3), within(1e-12));
    assertThat(found.degrees()).isCloseTo(5.8824, within(1e-4));
    assertThat(found.paired()).isFalse();
    assertThat(found.signFlips()).isEmpty();
  }

  @Test
  void takesASingleRunToVaryAsTheStoredOnesDo() {
    Difference found = Difference.unpaired(TTFT, runs(1.1, 1.2, 1.3, 1.4, 1.5), runs(1.6));
    assertThat(found.standardError()).isCloseTo(Math.sqrt(.025 * 1.2), within(1e-12));
    assertThat(found.degrees()).isEqualTo(4);
  }

  @Test
  void takesFiveStoredRuns() {
    assertThatThrownBy(() -> Difference.unpaired(TTFT, runs(1, 2, 3, 4), runs(1, 2, 3, 4, 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 5 stored runs, found 4");
  }

  @Test
  void knowsNothingOfNoRun() {
    Difference none = Difference.unpaired(TTFT, runs(1.1, 1.2, 1.3, 1.4, 1.5), runs());
    assertThat(none.known()).isFalse();
    assertThat(none.pAbove(.02)).isEqualTo(1);
    assertThat(none.runsForVerdict(.02, .95, .8)).isEmpty();
  }

  @Test
  void tellsHowManyRunsSettleIt() {
    // sd .0158114, mean 0: the fewest n with (t₁ + t₂)·s ÷ √n ≤ ln 1.02 = .0198026, by hand:
    // n = 5: (2.1318 + .9410)·.0070711 = .0217; n = 6: (2.0150 + .9195)·.0064550 = .0189.
    Difference found = Difference.paired(TTFT, pairs(-.02, -.01, 0, .01, .02));
    assertThat(found.runsForVerdict(.02, .95, .8)).hasValue(6);
    assertThat(Difference.paired(TTFT, pairs(.01, .01, .03, .03)).runsForVerdict(.0202, .95, .8))
        .isEmpty();
  }

  @Test
  @Tag("property")
  void catchesWhatItSaysThatItCatchesFourTimesInFive() {
    Random random = new Random(7);
    Difference like = Difference.paired(TTFT, pairs(-.02, -.01, 0, .01, .02));
    int sets = 4_000;
    for (double confidence : new double[] {.95, 1 - .05 / 10}) {
      double planted = Math.log1p(like.detectable(.02, confidence, 5));
      int caught = 0;
      for (int i = 0; i < sets; i++) {
        double[] drawn =
            random
                .doubles(5, 0, 1)
                .map(any -> planted + like.deviation() * random.nextGaussian())
                .toArray();
        Difference found = Difference.paired(TTFT, pairs(drawn));
        caught += found.pAbove(.02) <= 1 - confidence ? 1 : 0;
      }
      assertThat((double) caught / sets).isCloseTo(.8, within(.03));
    }
  }

  @Test
  void isNoSurerOfWhatIsLeftOfNothingThanSignsAre() {
    List<RunPair> worse = new ArrayList<>();
    List<RunPair> better = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      RunFigures all = run(ComparedMetric.OUTPUT_TPS, 100 + i);
      RunFigures some = run(ComparedMetric.OUTPUT_TPS, i == 0 ? 0 : 90);
      worse.add(new RunPair(all, some));
      better.add(new RunPair(some, all));
    }
    for (List<RunPair> pairs : List.of(worse, better)) {
      Difference found = Difference.paired(ComparedMetric.OUTPUT_TPS, pairs);
      assertThat(found.pDifferent()).isCloseTo(2 / 32., within(1e-12));
    }
  }

  private static RunFigures failing(double share, long requests) {
    return new RunFigures(
        Map.of(ComparedMetric.ERROR_RATE, share),
        Map.of(ComparedMetric.ERROR_RATE, requests),
        null);
  }

  @Test
  void takesNoShareForSurerThanItsCounts() {
    RunPair none = new RunPair(failing(0, 20), failing(0, 20));
    Difference few = Difference.paired(ComparedMetric.ERROR_RATE, Collections.nCopies(5, none));
    // p = 1 ÷ 102 of 100 requests a side: √(2 · .0098 · .9902 ÷ 100) = .013933.
    assertThat(few.standardError()).isCloseTo(.013933, within(1e-6));
    assertThat(few.upperBound(.95)).isGreaterThan(.02);
    // n = 19: (1.7341 + .8620) · √(2 · p(1 − p) ÷ 380) = .0096, p = 1 ÷ 382; n = 18: .0102.
    assertThat(few.runsForVerdict(.01, .95, .8)).hasValue(19);
    RunPair long1 = new RunPair(failing(0, 1000), failing(0, 1000));
    assertThat(
            Difference.paired(ComparedMetric.ERROR_RATE, Collections.nCopies(5, long1))
                .upperBound(.95))
        .isLessThan(.002);
  }

  @Test
  void knowsThatStoredRunsDoNotGrow() {
    double[] ofTwoPercent = {-.0253, -.0126, 0, .0126, .0253};
    Difference small = Difference.unpaired(TTFT, runs(ofTwoPercent), runs(ofTwoPercent));
    assertThat(small.deviation()).isCloseTo(.02, within(1e-4));
    // Five stored runs leave .02 ÷ √5 = .0089 for ever; times t(4) 2.13 + .94 that is .0275.
    assertThat(small.runsForVerdict(.02, .95, .8)).isEmpty();
    assertThat(small.runsForVerdict(.03, .95, .8).orElseThrow()).isGreaterThan(5);
    List<RunFigures> many = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      many.addAll(runs(ofTwoPercent));
    }
    int needed =
        Difference.unpaired(TTFT, many, runs(ofTwoPercent))
            .runsForVerdict(.02, .95, .8)
            .orElseThrow();
    assertThat(needed).isBetween(7, 12);
  }

  @Test
  void takesNothingForWorseThanAnything() {
    ComparedMetric goodput = ComparedMetric.TOKEN_GOODPUT;
    RunPair nothing = new RunPair(run(goodput, 100), run(goodput, 0));
    Difference none = Difference.paired(goodput, Collections.nCopies(5, nothing));
    assertThat(none.missing()).isZero();
    assertThat(none.slowdown()).isInfinite();
    // Five of five: 1 ÷ 32.
    assertThat(none.pAbove(.02)).isEqualTo(1. / 32);
    assertThat(none.upperBound(.95)).isInfinite();
    RunPair same = new RunPair(run(goodput, 100), run(goodput, 100));
    Difference some =
        Difference.paired(
            goodput, List.of(same, same, nothing, same, nothing, same, nothing, same));
    // Three of eight or more heads: 219 ÷ 256.
    assertThat(some.pAbove(.02)).isEqualTo(219. / 256);
    assertThat(some.known()).isFalse();
  }

  @Test
  void takesNothingForWorseThanAnythingOfStoredRunsToo() {
    ComparedMetric goodput = ComparedMetric.TOKEN_GOODPUT;
    List<RunFigures> some = Collections.nCopies(8, run(goodput, 100));
    List<RunFigures> none = Collections.nCopies(5, run(goodput, 0));
    Difference nothing = Difference.unpaired(goodput, some, none);
    assertThat(nothing.slowdown()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(nothing.missing()).isZero();
    assertThat(nothing.upperBound(.95)).isInfinite();
    // The five of thirteen that have nothing are all B's: 1 ÷ 1287.
    assertThat(nothing.pAbove(.02)).isCloseTo(1 / 1287., within(1e-12));
    assertThat(nothing.pDifferent()).isCloseTo(2 / 1287., within(1e-12));
    // One of nine: anybody may be the last.
    Difference alone = Difference.unpaired(goodput, some, none.subList(0, 1));
    assertThat(alone.pAbove(.02)).isCloseTo(1 / 9., within(1e-12));
    Difference back = Difference.unpaired(goodput, none, some);
    assertThat(back.pAbove(.02)).isCloseTo(1, within(1e-12));
    assertThat(back.pDifferent()).isCloseTo(2 / 1287., within(1e-12));
    assertThat(back.slowdown()).isEqualTo(Double.NEGATIVE_INFINITY);
    List<RunFigures> mixed = new ArrayList<>(some.subList(0, 3));
    mixed.addAll(none.subList(0, 2));
    // Two of four marked ones among five of ten: (C(4,2)·C(6,3) + C(4,3)·C(6,2) + C(6,1)) ÷
    // C(10,5), and more ways where B's others may lie a little above A's.
    assertThat(Difference.unpaired(goodput, mixed, mixed).pAbove(0))
        .isCloseTo((120 + 60 + 6) / 252., within(1e-12));
    assertThat(Difference.unpaired(goodput, mixed, mixed).pAbove(.02))
        .isCloseTo(198 / 252., within(1e-12));
  }

  /// A run with nothing left hides nothing of what is wrong with the others.
  @Test
  void isNoMilderWhereOneOfTheWorseRunsHasNothingLeft() {
    ComparedMetric goodput = ComparedMetric.TOKEN_GOODPUT;
    List<RunFigures> stored = figures(goodput, 100, 101, 99, 100, 102, 98, 100, 101);
    List<RunFigures> worse = figures(goodput, 10, 11, 9, 10, 0);
    // The five of thirteen are the worst.
    assertThat(Difference.unpaired(goodput, stored, worse).pAbove(.02))
        .isCloseTo(1 / 1287., within(1e-12));
    assertThat(Difference.unpaired(goodput, stored, worse).worse()).isTrue();
    List<RunFigures> alike = figures(goodput, 100, 99, 101, 100, 0);
    assertThat(Difference.unpaired(goodput, stored, alike).pAbove(.02))
        .isCloseTo(1169 / 1287., within(1e-12));
    // All but the one of A that had nothing: 19 ways to reach the ranks 8 to 12.
    List<RunFigures> once = figures(goodput, 100, 101, 99, 100, 102, 98, 100, 0);
    Difference tenth = Difference.unpaired(goodput, once, figures(goodput, 10, 11, 9, 10.5, 9.5));
    assertThat(tenth.pAbove(.02)).isCloseTo(19 / 1287., within(1e-12));
    assertThat(tenth.slowdown()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(tenth.worse()).isTrue();
    assertThat(tenth.runsAtZero()).isZero();
    assertThat(tenth.baselineRunsAtZero()).isEqualTo(1);
  }

  /// B has something left in each run in which A had nothing.
  @Test
  void callsNothingWorseThatIsAsGoodAtEachRank() {
    ComparedMetric goodput = ComparedMetric.TOKEN_GOODPUT;
    double[] stored = {0, 0, 0, 0, 0, 100, 101, 99, 100, 102};
    double[] now = {10, 10, 10, 10, 10, 100, 101, 99, 100, 102};
    Difference found =
        Difference.unpaired(goodput, figures(goodput, stored), figures(goodput, now));
    assertThat(found.pAbove(.02)).isCloseTo(178033 / 184756., within(1e-9));
    assertThat(found.worse()).isFalse();
  }

  /// Eight pairs of ten are better, one has nothing left, and in one A had nothing.
  @Test
  void looksToWhereMostPairsLieWhereNoMeanTells() {
    ComparedMetric goodput = ComparedMetric.TOKEN_GOODPUT;
    List<RunPair> better =
        new ArrayList<>(Collections.nCopies(8, new RunPair(run(goodput, 4), run(goodput, 5))));
    better.add(new RunPair(run(goodput, 5), run(goodput, 0)));
    better.add(new RunPair(run(goodput, 0), run(goodput, 5)));
    assertThat(Difference.paired(goodput, better).worse()).isFalse();
    List<RunPair> worse = better.stream().map(pair -> new RunPair(pair.b(), pair.a())).toList();
    assertThat(Difference.paired(goodput, worse).worse()).isTrue();
    // Of one side alone, where the mean is infinite the other way.
    List<RunPair> once = better.subList(0, 9);
    assertThat(Difference.paired(goodput, once).slowdown()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Difference.paired(goodput, once).worse()).isFalse();
    assertThat(Difference.paired(goodput, worse.subList(0, 9)).worse()).isTrue();
  }

  private static List<RunFigures> figures(ComparedMetric metric, double... values) {
    return DoubleStream.of(values).mapToObj(value -> run(metric, value)).toList();
  }

  @Test
  void comparesSharesInPoints() {
    ComparedMetric attainment = ComparedMetric.ATTAINMENT;
    List<RunPair> lost =
        DoubleStream.of(.96, .97, .98, .97, .97)
            .mapToObj(a -> new RunPair(run(attainment, a), run(attainment, 0)))
            .toList();
    Difference found = Difference.paired(attainment, lost);
    assertThat(found.slowdown()).isCloseTo(.97, within(1e-12));
    assertThat(found.lowerBound(.95)).isGreaterThan(.95);
    assertThat(found.pAbove(.02)).isLessThan(1e-6);
  }

  @Test
  void knowsNothingWhereTooFewStoredRunsHaveTheFigure() {
    List<RunFigures> stored = new ArrayList<>(runs(1, 1.001));
    stored.addAll(Collections.nCopies(3, new RunFigures(Map.of())));
    Difference found = Difference.unpaired(TTFT, stored, runs(2, 2.1));
    assertThat(found.known()).isFalse();
    assertThat(found.pAbove(.02)).isEqualTo(1);
    assertThat(found.missing()).isEqualTo(3);
  }
}
