package dev.goodput.metrics.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import org.junit.jupiter.api.Test;

class ItlTallyTest {
  private final ItlTally tally = new ItlTally();

  private static RequestMaker counted() {
    return RequestMaker.at(0).chunk(1, Channel.ANSWER, 3).chunk(2, Channel.ANSWER, 4);
  }

  private static RequestRecord uncounted(int chunks, int tokens) {
    RequestMaker maker = RequestMaker.at(0);
    for (int i = 0; i < chunks; i++) {
      maker.chunks(1 + i);
    }
    return maker.usage(1, tokens).make();
  }

  private void add(RequestRecord request) {
    tally.add(new RequestView(request, 5));
  }

  @Test
  void countsThatAddUpToUsageCameWithUsage() {
    add(counted().usage(1, 7).make());

    assertThat(tally.source()).isEqualTo(ItlSource.USAGE);
  }

  @Test
  void countsWithoutUsageCameFromTheTokenizer() {
    add(counted().tokens(TokenCounts.NONE.withTokenizer(1, 7)).make());

    assertThat(tally.source()).isEqualTo(ItlSource.TOKENIZER);
  }

  @Test
  void countsThatContradictUsageCameFromTheTokenizer() {
    add(counted().tokens(new TokenCounts(1, 9, -1, -1, -1, 1, 7)).make());

    assertThat(tally.source()).isEqualTo(ItlSource.TOKENIZER);
  }

  @Test
  void countsOfNothingAreNone() {
    add(
        RequestMaker.at(0)
            .chunk(1, Channel.ANSWER, 0)
            .chunk(2, Channel.ANSWER, 0)
            .usage(1, 0)
            .make());

    assertThat(tally.source()).isEqualTo(ItlSource.CHUNKS);
  }

  @Test
  void anEndTokenWithoutTextLeavesOneTokenPerChunk() {
    add(uncounted(2, 3));
    add(uncounted(3, 2));

    assertThat(tally.source()).isEqualTo(ItlSource.CHUNKS);
    assertThat(tally.requests(ItlSource.CHUNKS)).isEqualTo(2);
  }

  @Test
  void chunksAreTokensUpToADifferenceOfOnePercent() {
    add(uncounted(297, 300));
    assertThat(tally.source()).isEqualTo(ItlSource.CHUNKS);

    add(uncounted(296, 300));
    assertThat(tally.source()).isEqualTo(ItlSource.NONE);
  }

  @Test
  void oneResponseInAHundredMayLackASource() {
    for (int i = 0; i < 99; i++) {
      add(counted().usage(1, 7).make());
    }
    add(uncounted(2, 7));
    assertThat(tally.source()).isEqualTo(ItlSource.USAGE);

    add(uncounted(2, 7));
    assertThat(tally.source()).isEqualTo(ItlSource.NONE);
  }

  @Test
  void theWorstSourceInUseIsThatOfAll() {
    add(counted().usage(1, 7).make());
    add(uncounted(2, 2));

    assertThat(tally.source()).isEqualTo(ItlSource.CHUNKS);
  }

  @Test
  void responsesOfOneTokenOrThatWereNotStreamedHaveNoSource() {
    add(RequestMaker.at(0).chunks(1).usage(1, 1).make());
    add(RequestMaker.at(0).notStreamed().chunks(1).usage(1, 50).make());

    assertThat(tally.source()).isNull();
  }
}
