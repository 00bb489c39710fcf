package dev.goodput.metrics.slo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.Outcome;
import org.junit.jupiter.api.Test;

class SloJudgeTest {
  private static SloJudge judge(String slo, RequestMaker maker) {
    SloJudge judge = new SloJudge(Slo.parse(slo));
    judge.judge(new RequestView(maker.make(), 5));
    return judge;
  }

  private static RequestMaker answer() {
    return RequestMaker.at(0).chunks(200, 250, 300).usage(1, 3);
  }

  @Test
  void aThresholdIsTheLargestGoodValue() {
    assertThat(judge("ttft<=200ms, tpot<=50ms, e2el<=300ms", answer()).good()).isTrue();
    assertThat(judge("ttft<=199ms", answer()).good()).isFalse();
    assertThat(judge("tpot<=49ms", answer()).good()).isFalse();
    assertThat(judge("e2el<=299ms", answer()).good()).isFalse();
    assertThat(judge("generation_time<=100ms, chunk_gap<=50ms, itl<=50ms", answer()).good())
        .isTrue();
    assertThat(judge("chunk_gap<=49ms", answer()).good()).isFalse();
    assertThat(judge("first_byte<=199ms", answer()).good()).isFalse();
    assertThat(judge("first_answer<=199ms", answer()).good()).isFalse();
  }

  @Test
  void aPercentilesThresholdBoundsEachRequestToo() {
    assertThat(judge("p95 ttft<=199ms", answer()).good()).isFalse();
  }

  @Test
  void aMetricThatCannotExistDoesNotApply() {
    SloJudge judge = judge("tpot<=1ms, ttft<=1s", RequestMaker.at(0).chunks(500).usage(1, 1));

    assertThat(judge.good()).isTrue();
    assertThat(judge.applies(0)).isFalse();
    assertThat(judge.applies(1)).isTrue();
  }

  @Test
  void theFirstWordOfAnAnswerThatCameWholeCameAtItsEnd() {
    RequestMaker whole = RequestMaker.at(0).ended(3000).usage(1, 20);

    assertThat(judge("ttft<=200ms", whole).good()).isFalse();
    assertThat(judge("first_answer<=2999ms", whole).good()).isFalse();
    assertThat(judge("p95 ttft<=3s, tpot<=1ms", whole).good()).isTrue();
    assertThat(judge("p95 ttft<=3s", whole).valueNanos(0)).isNaN();
    assertThat(judge("ttft<=200ms", whole.notStreamed()).applies(0)).isFalse();
  }

  @Test
  void aStallIsTheReadersLongest() {
    RequestMaker maker =
        RequestMaker.at(0).chunk(0, Channel.ANSWER, 1).chunk(701, Channel.ANSWER, 1);

    assertThat(judge("stall<=500ms", maker).good()).isFalse();
    assertThat(judge("stall<=502ms", maker).good()).isTrue();
  }

  @Test
  void aFailedRequestIsOutsideEveryBound() {
    SloJudge judge =
        judge("ttft<=1s, tpot<=1s", answer().outcome(new Outcome.HttpError(503, "busy")));

    assertThat(judge.judged()).isTrue();
    assertThat(judge.good()).isFalse();
    assertThat(judge.applies(0)).isTrue();
    assertThat(judge.within(0)).isFalse();
    assertThat(judge.applies(1)).isTrue();
    assertThat(judge.within(1)).isFalse();
  }

  @Test
  void aRequestThatWasCancelledInTimeLeavesTheDenominators() {
    SloJudge judge =
        judge("ttft<=1s", RequestMaker.at(0).ended(900).outcome(new Outcome.Cancelled()));

    assertThat(judge.judged()).isFalse();
    assertThat(judge.applies(0)).isFalse();
  }

  @Test
  void aRequestThatWasCancelledAfterAThresholdHadPassedStaysAndIsBad() {
    SloJudge waiting =
        judge(
            "ttft<=1s, tpot<=50ms",
            RequestMaker.at(0).ended(1001).outcome(new Outcome.Cancelled()));
    SloJudge slow =
        judge(
            "tpot<=50ms",
            RequestMaker.at(0).chunks(10, 100, 190).ended(200).outcome(new Outcome.Cancelled()));

    assertThat(waiting.judged()).isTrue();
    assertThat(waiting.good()).isFalse();
    assertThat(waiting.applies(0)).isTrue();
    assertThat(waiting.within(0)).isFalse();
    assertThat(waiting.applies(1)).isFalse();
    assertThat(slow.judged()).isTrue();
  }

  @Test
  void withoutBoundsAFinishedAnswerIsGood() {
    assertThat(judge("batch", answer()).good()).isTrue();
    assertThat(judge("batch", answer().outcome(new Outcome.Truncated(""))).good()).isFalse();
  }
}
