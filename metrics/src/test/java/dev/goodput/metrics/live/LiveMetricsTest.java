package dev.goodput.metrics.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.Outcome;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {
  @Test
  void nothingHasEndedAtFirst() {
    LiveSnapshot snapshot = new LiveMetrics().snapshot();

    assertThat(snapshot.done()).isZero();
    assertThat(snapshot.ttftP50Ms()).isNull();
    assertThat(snapshot.rps()).isZero();
  }

  @Test
  void countsAreOfTheWholeRunAndFiguresOfTheLastTenSeconds() {
    LiveMetrics live = new LiveMetrics();
    for (int i = 0; i < 40; i++) {
      double at = i * 500;
      double ttft = i < 20 ? 400 : 40;
      live.add(RequestMaker.at(at).id(i).chunks(at + ttft, at + ttft + 8).usage(1, 2).make());
    }

    LiveSnapshot snapshot = live.snapshot();

    assertThat(snapshot.done()).isEqualTo(40);
    assertThat(snapshot.ok()).isEqualTo(40);
    assertThat(snapshot.ttftP50Ms()).isCloseTo(40, within(0.1));
    assertThat(snapshot.ttftP95Ms()).isCloseTo(40, within(0.1));
    assertThat(snapshot.itlP50Ms()).isCloseTo(8, within(0.01));
    assertThat(snapshot.rps()).isCloseTo(2, within(1e-9));
    assertThat(snapshot.outputTps()).isCloseTo(4, within(1e-9));
  }

  @Test
  void failuresAreCountedByKindAndStayOutOfTheLatencies() {
    LiveMetrics live = new LiveMetrics();
    live.add(RequestMaker.at(0).ended(900).outcome(new Outcome.HttpError(503, "")).make());
    live.add(RequestMaker.at(0).chunks(5, 90).outcome(new Outcome.Truncated("")).make());
    live.add(RequestMaker.at(0).ended(900).outcome(new Outcome.Cancelled()).make());
    live.add(RequestMaker.at(0).attempt(0, false).ended(9).outcome(new Outcome.Reset("")).make());
    live.add(RequestMaker.at(0).outcome(new Outcome.Unsent("stopped")).make());

    LiveSnapshot snapshot = live.snapshot();

    assertThat(snapshot.done()).isEqualTo(4);
    assertThat(snapshot.failed()).isEqualTo(3);
    assertThat(snapshot.cancelled()).isEqualTo(1);
    assertThat(snapshot.failedByOutcome()).containsOnlyKeys("http_error", "truncated", "unsent");
    assertThat(snapshot.ttftP50Ms()).isNull();
    assertThat(snapshot.outputTps()).isEqualTo(2);
  }

  @Test
  void aLongSilenceRollsEverythingOut() {
    LiveMetrics live = new LiveMetrics();
    live.add(RequestMaker.at(0).chunks(100, 200).make());
    live.add(RequestMaker.at(59_000).chunks(60_000, 60_010).make());
    live.add(RequestMaker.at(100).chunks(300, 400).make());

    assertThat(live.snapshot().ttftP95Ms()).isCloseTo(1000, within(1.0));
    assertThat(live.snapshot().rps()).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void aGapIsSpreadOverTheTokensOfItsChunk() {
    LiveMetrics uncounted = new LiveMetrics();
    uncounted.add(RequestMaker.at(0).chunks(100, 140, 180).usage(1, 9).make());
    LiveMetrics counted = new LiveMetrics();
    counted.add(
        RequestMaker.at(0)
            .chunk(100, Channel.ANSWER, 1)
            .chunk(140, Channel.ANSWER, 1)
            .chunk(180, Channel.ANSWER, 4)
            .usage(1, 6)
            .make());

    assertThat(uncounted.snapshot().itlP50Ms()).isNull();
    assertThat(counted.snapshot().itlP50Ms()).isCloseTo(10, within(0.01));
    assertThat(counted.snapshot().itlP95Ms()).isCloseTo(40, within(0.05));
  }
}
