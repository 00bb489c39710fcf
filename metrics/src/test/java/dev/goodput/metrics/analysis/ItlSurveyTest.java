package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.ItlSource;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.TokenCounts;
import org.junit.jupiter.api.Test;

class ItlSurveyTest {
  private final ItlSurvey survey = new ItlSurvey();

  private static RequestMaker counted() {
    return RequestMaker.at(0).chunk(1, Channel.ANSWER, 3).chunk(2, Channel.ANSWER, 4);
  }

  @Test
  void countsThatAddUpToUsageCameWithUsage() {
    survey.add(counted().usage(1, 7).make());

    assertThat(survey.source()).isEqualTo(ItlSource.USAGE);
  }

  @Test
  void countsWithoutUsageCameFromTheTokenizer() {
    survey.add(counted().tokens(TokenCounts.NONE.withTokenizer(1, 7)).make());

    assertThat(survey.source()).isEqualTo(ItlSource.TOKENIZER);
  }

  @Test
  void countsThatContradictUsageCameFromTheTokenizer() {
    survey.add(counted().tokens(new TokenCounts(1, 9, -1, -1, -1, 1, 7)).make());

    assertThat(survey.source()).isEqualTo(ItlSource.TOKENIZER);
  }

  @Test
  void countsOfNothingAreNone() {
    survey.add(
        RequestMaker.at(0)
            .chunk(1, Channel.ANSWER, 0)
            .chunk(2, Channel.ANSWER, 0)
            .usage(1, 0)
            .make());

    assertThat(survey.source()).isEqualTo(ItlSource.CHUNKS);
  }

  @Test
  void oneAnswerWithoutCountsDecidesForAll() {
    survey.add(counted().usage(1, 7).make());
    survey.add(RequestMaker.at(0).chunks(1, 2).usage(1, 7).make());

    assertThat(survey.source()).isEqualTo(ItlSource.NONE);
  }

  @Test
  void theDifferenceIsThatOfAllAnswersTogether() {
    survey.add(RequestMaker.at(0).chunks(1, 2).usage(1, 3).make());
    for (int i = 0; i < 60; i++) {
      survey.add(RequestMaker.at(0).chunks(1, 2).usage(1, 2).make());
    }

    assertThat(survey.source()).isEqualTo(ItlSource.CHUNKS);
  }

  @Test
  void answersOfOneTokenAndAnswersThatWereNotStreamedTellNothing() {
    survey.add(RequestMaker.at(0).chunks(1).usage(1, 1).make());
    survey.add(RequestMaker.at(0).notStreamed().chunks(1).usage(1, 50).make());

    assertThat(survey.source()).isEqualTo(ItlSource.NONE);
  }
}
