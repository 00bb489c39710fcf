package dev.goodput.metrics.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import org.junit.jupiter.api.Test;

class RequestTimesTest {
  private static final long MILLI = 1_000_000;

  @Test
  void everyLatencyCountsFromTheIntendedStartAndHasItsTwins() {
    RequestTimes times =
        RequestTimes.of(
            RequestMaker.at(100)
                .due(110)
                .dispatched(140)
                .sent(150)
                .chunks(200, 220, 240, 260, 280)
                .usage(10, 5)
                .make());

    assertThat(times.ttftNanos()).isEqualTo(100 * MILLI);
    assertThat(times.e2elNanos()).isEqualTo(180 * MILLI);
    assertThat(times.generationNanos()).isEqualTo(80 * MILLI);
    assertThat(times.tpotNanos()).isEqualTo(20 * MILLI);
    assertThat(times.clientWaitNanos()).isEqualTo(50 * MILLI);
    assertThat(times.dispatchTtftNanos()).isEqualTo(60 * MILLI);
    assertThat(times.dispatchE2elNanos()).isEqualTo(140 * MILLI);
    assertThat(times.serviceTtftNanos()).isEqualTo(50 * MILLI);
    assertThat(times.serviceE2elNanos()).isEqualTo(130 * MILLI);
  }

  @Test
  void aClosedLoopCountsFromDue() {
    RequestRecord request = RequestMaker.at(100).due(130).closed().chunks(200).make();

    assertThat(RequestTimes.of(request).ttftNanos()).isEqualTo(70 * MILLI);
  }

  @Test
  void aRetryCountsFromTheFirstIntendedStart() {
    RequestRecord request =
        RequestMaker.at(100).due(1000).closed().attempt(1, true).chunks(1200).make();

    assertThat(RequestTimes.of(request).ttftNanos()).isEqualTo(1100 * MILLI);
  }

  @Test
  void aOneTokenAnswerHasNoTimePerOutputToken() {
    RequestTimes times = RequestTimes.of(RequestMaker.at(0).chunks(50).usage(1, 1).make());

    assertThat(times.tpotNanos()).isNaN();
    assertThat(times.generationNanos()).isZero();
    assertThat(times.ttftNanos()).isEqualTo(times.e2elNanos());
  }

  @Test
  void anAnswerThatWasNotStreamedHasItsEndToEndLatencyOnly() {
    RequestTimes times =
        RequestTimes.of(
            RequestMaker.at(10).notStreamed().chunks(300).ended(301).usage(5, 40).make());

    assertThat(times.ttftNanos()).isEqualTo(Stamps.ABSENT);
    assertThat(times.firstByteNanos()).isEqualTo(Stamps.ABSENT);
    assertThat(times.generationNanos()).isEqualTo(Stamps.ABSENT);
    assertThat(times.tpotNanos()).isNaN();
    assertThat(times.e2elNanos()).isEqualTo(290 * MILLI);
    assertThat(times.streamed()).isFalse();
  }

  @Test
  void anAnswerThatWasNotStreamedAndHasNoContentStampEndsWithItsBody() {
    RequestTimes times = RequestTimes.of(RequestMaker.at(10).notStreamed().ended(301).make());

    assertThat(times.e2elNanos()).isEqualTo(291 * MILLI);
  }

  @Test
  void withoutContentNothingIsDefined() {
    RequestTimes times =
        RequestTimes.of(RequestMaker.at(10).ended(20).outcome(new Outcome.Empty()).make());

    assertThat(times.ttftNanos()).isEqualTo(Stamps.ABSENT);
    assertThat(times.e2elNanos()).isEqualTo(Stamps.ABSENT);
    assertThat(times.serviceTtftNanos()).isEqualTo(Stamps.ABSENT);
    assertThat(times.clientWaitNanos()).isZero();
  }

  @Test
  void reasoningThatUsageNamesButTheStreamNeverCarriedIsNotInTheTokens() {
    RequestRecord hidden =
        RequestMaker.at(0)
            .chunks(1000, 1010, 1020)
            .tokens(TokenCounts.ofUsage(5, 103, 100, -1, -1))
            .make();
    RequestRecord shown =
        RequestMaker.at(0)
            .chunk(1000, Channel.REASONING, -1)
            .chunk(1030, Channel.ANSWER, -1)
            .tokens(TokenCounts.ofUsage(5, 4, 2, -1, -1))
            .make();

    assertThat(RequestTimes.of(hidden).tokens()).isEqualTo(3);
    assertThat(RequestTimes.of(hidden).tpotNanos()).isEqualTo(10 * MILLI);
    assertThat(RequestTimes.of(shown).tokens()).isEqualTo(4);
    assertThat(RequestTimes.of(shown).firstAnswerNanos()).isEqualTo(1030 * MILLI);
    assertThat(RequestTimes.of(shown).ttftNanos()).isEqualTo(1000 * MILLI);
  }
}
