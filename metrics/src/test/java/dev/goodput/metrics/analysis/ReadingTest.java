package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Outcome;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ReadingTest {
  /// Three tokens: the second is wanted 200 ms after the first and comes `stall` later, the third
  /// comes in time.
  private static RequestMaker stalled(double at, double stall) {
    return RequestMaker.at(at).chunks(at + 100, at + 300 + stall, at + 310 + stall).usage(1, 3);
  }

  private static Reading reading(double pace, RequestMaker... makers) {
    dev.goodput.record.RequestRecord[] requests =
        new dev.goodput.record.RequestRecord[makers.length];
    for (int i = 0; i < makers.length; i++) {
      requests[i] = makers[i].id(i).make();
    }
    return Objects.requireNonNull(
        Analysed.level(Logs.open(requests), Analysed.WHOLE.withPaceTps(pace)).reading());
  }

  @Test
  void sharesAreOfIntendedAnswersAndAFailedOneCountsAsBroken() {
    Reading reading =
        reading(
            5,
            stalled(0, 0),
            stalled(100, 250),
            stalled(200, 251),
            stalled(300, 1001),
            RequestMaker.at(400).ended(410).outcome(new Outcome.HttpError(500, "")),
            RequestMaker.at(500).ended(510).outcome(new Outcome.Unsent("shed")),
            RequestMaker.at(600).ended(610).outcome(new Outcome.Cancelled()));

    assertThat(reading.noticeableShare()).isEqualTo(4.0 / 6);
    assertThat(reading.brokenShare()).isEqualTo(3.0 / 6);
    assertThat(Objects.requireNonNull(reading.longestStallMs()).count()).isEqualTo(4);
    assertThat(reading.longestStallMs().max()).isEqualTo(1001);
    assertThat(reading.stallsPerAnswer()).isEqualTo(0.75);
    assertThat(reading.stutters()).isEqualTo(4);
  }

  @Test
  void theStallRatioIsOfAllReadingTimeTogether() {
    Reading reading = reading(5, stalled(0, 0), stalled(100, 100));

    // Read from the first token to the third: 400 ms, and 500 ms with the stall.
    assertThat(reading.stallRatio()).isCloseTo(100.0 / 900, within(1e-9));
  }

  @Test
  void surplusSpeedIsTheMedianOutputSpeedOverThePace() {
    RequestMaker fast = RequestMaker.at(0).chunks(100, 110, 120).usage(1, 3);
    RequestMaker slow = RequestMaker.at(10).chunks(110, 210, 310).usage(1, 3);
    RequestMaker slower = RequestMaker.at(20).chunks(110, 310, 510).usage(1, 3);

    assertThat(reading(5, fast, slow, slower).surplusSpeed()).isCloseTo(2, within(1e-9));
    assertThat(reading(10, fast, slow, slower).surplusSpeed()).isCloseTo(1, within(1e-9));
    assertThat(reading(10, fast, slow, slower).paceTps()).isEqualTo(10);
  }

  private static RequestMaker whole(double at) {
    return RequestMaker.at(at).ended(at + 300).usage(1, 3);
  }

  private static RequestMaker failed(double at) {
    return RequestMaker.at(at).ended(at + 10).outcome(new Outcome.HttpError(503, ""));
  }

  @Test
  void nothingIsReadWhereNoAnswerStreamed() {
    assertThat(
            Analysed.level(
                    Logs.open(whole(0).make(), failed(100).id(1).make(), failed(200).id(2).make()),
                    Analysed.WHOLE)
                .reading())
        .isNull();
  }

  @Test
  void failuresCountByTheStreamedPartOfTheAnswers() {
    Reading reading =
        reading(5, stalled(0, 0), whole(100), whole(200), whole(300), failed(400), failed(500));

    // Of two failures, half a one would have streamed: one answer in four did.
    assertThat(reading.brokenShare()).isEqualTo(0.5 / 1.5);
    assertThat(reading.noticeableShare()).isEqualTo(0.5 / 1.5);
  }
}
