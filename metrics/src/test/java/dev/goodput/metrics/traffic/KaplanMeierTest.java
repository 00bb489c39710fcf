package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class KaplanMeierTest {
  private static FineHistogram values(double unitMs, int... times) {
    FineHistogram values = new FineHistogram(new MemoryPool(Long.MAX_VALUE), 100);
    for (int time : times) {
      values.add(time * unitMs * 1e6, 1);
    }
    return values;
  }

  /// Freireich and others (Blood 21, 1963), 6-mercaptopurine: weeks of remission. The median in
  /// every textbook is 23.
  @Test
  void givesThePublishedMedianOfARemission() {
    FineHistogram events = values(1, 6, 6, 6, 7, 10, 13, 16, 22, 23);
    FineHistogram censored = values(1, 6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35);

    Abandonment found = KaplanMeier.of(events, censored, values(1));

    assertThat(found.p50Ms()).isEqualTo(23.0);
    assertThat(found.p90Ms()).isNull();
    assertThat(found.answered()).isEqualTo(9);
    assertThat(found.left()).isEqualTo(12);
  }

  /// By hand, ten at risk: 4 tokens at 1 s (S = 0.6); 2 leave at 2 s; 2 tokens of the other 4 at 3
  /// s (S = 0.3); 1 leaves; 1 token at 9 s (S = 0).
  @Test
  void followsACalculationByHand() {
    FineHistogram events = values(1000, 1, 1, 1, 1, 3, 3, 9);
    FineHistogram left = values(1000, 2, 2, 4);

    Abandonment found = KaplanMeier.of(events, left, values(1));

    assertThat(found.p50Ms()).isEqualTo(3000.0);
    assertThat(found.p90Ms()).isEqualTo(9000.0);
    assertThat(found.p95Ms()).isEqualTo(9000.0);
  }

  @Test
  void isThePlainPercentileWhereNobodyLeft() {
    FineHistogram events = values(1, 20, 1, 19, 2, 18, 3, 17, 4, 16, 5, 15, 6, 14, 7, 13, 8, 12, 9);

    Abandonment found = KaplanMeier.of(events, values(1), values(1));

    assertThat(found.p50Ms()).isEqualTo(9.0);
    assertThat(found.p95Ms()).isEqualTo(20.0);
    FineHistogram twenty = values(1);
    for (int i = 1; i <= 20; i++) {
      twenty.add(i * 1e6, 1);
    }
    assertThat(KaplanMeier.of(twenty, values(1), values(1)).p95Ms()).isEqualTo(19.0);
  }

  @Test
  void thoseWhoLeftAreNotTakenForFast() {
    FineHistogram events = values(1, 100, 100, 100, 100, 100, 900, 900, 900);
    Abandonment blind = KaplanMeier.of(events, values(1), values(1));
    Abandonment seeing = KaplanMeier.of(events, values(1, 500, 500, 500, 500, 500), values(1));

    assertThat(blind.p50Ms()).isEqualTo(100.0);
    assertThat(seeing.p50Ms()).isEqualTo(900.0);
  }

  /// The same patients, divided by who ended their wait.
  @Test
  void anEndWithoutATokenIsCensored() {
    FineHistogram events = values(1, 6, 6, 6, 7, 10, 13, 16, 22, 23);
    FineHistogram left = values(1, 9, 11, 19, 25, 32, 34);
    FineHistogram timedOut = values(1, 6, 10, 17, 20, 32, 35);

    Abandonment found = KaplanMeier.of(events, left, timedOut);

    assertThat(found.p50Ms()).isEqualTo(23.0);
    assertThat(found.left()).isEqualTo(6);
    assertThat(found.timedOut()).isEqualTo(6);
    Abandonment.Band first = found.bands().getFirst();
    assertThat(first.waiting()).isEqualTo(21);
    assertThat(first.left() + first.timedOut() + first.answered()).isEqualTo(21);
    assertThat(first.goneShare()).isCloseTo(6.0 / 21, within(1e-12));
  }

  @Test
  void theCurveTellsWhoGaveUpInWhichBand() {
    FineHistogram events = values(1, 50, 150, 700, 1500);
    FineHistogram left = values(1, 900, 1500, 1600, 60_000);

    List<Abandonment.Band> bands = KaplanMeier.of(events, left, values(1)).bands();

    assertThat(bands).extracting(Abandonment.Band::fromMs).startsWith(0.0, 100.0, 200.0, 800.0);
    assertThat(bands).extracting(Abandonment.Band::waiting).startsWith(8L, 7L, 6L, 5L, 4L, 1L);
    assertThat(bands).extracting(Abandonment.Band::left).startsWith(0L, 0L, 0L, 1L, 2L, 0L);
    assertThat(bands).extracting(Abandonment.Band::answered).startsWith(1L, 1L, 1L, 0L, 1L, 0L);
    assertThat(bands.get(4).leftShare()).isCloseTo(0.5, within(1e-12));
    assertThat(bands.getLast().left()).isEqualTo(1);
    assertThat(bands.getLast().goneShare()).isEqualTo(0.5);
    assertThat(bands.getLast().toMs()).isInfinite();
  }

  @Test
  void isOfThoseWhoFoundMemory() {
    FineHistogram events = new FineHistogram(new MemoryPool(3000), 4);
    for (int i = 1; i <= 10; i++) {
      events.add(i * 1e6, 1);
    }

    Abandonment found = KaplanMeier.of(events, values(1), values(1));

    assertThat(events.unplaced()).isPositive();
    assertThat(found.bands().getLast().waiting()).isZero();
    assertThat(found.p99Ms()).isNotNull();
  }

  @Test
  void nothingIsKnownOfNobody() {
    Abandonment found = KaplanMeier.of(values(1), values(1), values(1));

    assertThat(found.p50Ms()).isNull();
    assertThat(found.bands()).allMatch(band -> band.leftShare() == 0 && band.goneShare() == 0);
  }
}
