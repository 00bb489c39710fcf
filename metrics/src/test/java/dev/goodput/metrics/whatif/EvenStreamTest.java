package dev.goodput.metrics.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.Rating;
import dev.goodput.metrics.slo.Slo;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvenStreamTest {
  private static final EvenStream STREAM = new EvenStream(1_200_000_000, 80_000_000);

  @Test
  void endsOneTpotBeforeTheTextbookSays() {
    assertThat(STREAM.e2el().nanos(50)).isEqualTo(5_120_000_000L);
    assertThat(STREAM.textbookE2el().nanos(50)).isEqualTo(5_200_000_000L);
    assertThat(STREAM.e2el().nanos(1)).isEqualTo(STREAM.ttftNanos());
  }

  @Test
  void isReadAtTheReadersPaceWhereItIsFaster() {
    assertThat(STREAM.readBy(Reader.DEFAULT).nanos(50)).isEqualTo(11_000_000_000L);
    assertThat(STREAM.stallNanos(Reader.DEFAULT)).isZero();
    assertThat(STREAM.surplusSpeed(Reader.DEFAULT)).isEqualTo(2.5);
  }

  @Test
  void makesAReaderWaitWhoIsFaster() {
    Reader quick = new Reader(20);
    assertThat(STREAM.readBy(quick).nanos(50)).isEqualTo(STREAM.e2el().nanos(50));
    assertThat(STREAM.stallNanos(quick)).isEqualTo(30_000_000);
    assertThat(STREAM.surplusSpeed(quick)).isEqualTo(0.625);
  }

  @Test
  void fallsIntoTheBands() {
    assertThat(STREAM.ttftRating()).isEqualTo(Rating.POOR);
    assertThat(STREAM.tpotRating()).isEqualTo(Rating.ACCEPTABLE);
    assertThat(STREAM.e2elRating(500)).isEqualTo(Rating.SLOW);
    assertThat(STREAM.e2elRating(100)).isEqualTo(Rating.SLOW);
    assertThat(new EvenStream(200_000_000, 20_000_000).e2elRating(100))
        .isEqualTo(Rating.ACCEPTABLE);
  }

  @Test
  void holdsTheLongestAnswerWithoutOverflow() {
    EvenStream slowest = new EvenStream(EvenStream.MAX_NANOS, EvenStream.MAX_NANOS);
    assertThat(slowest.textbookE2el().nanos(EvenStream.MAX_TOKENS))
        .isEqualTo(3_600_003_600_000_000_000L);
    assertThat(slowest.readBy(new Reader(Reader.SLOWEST_TPS)).nanos(EvenStream.MAX_TOKENS))
        .isEqualTo(3_600_000_000_000_000_000L);
  }

  @Test
  void refusesWhatIsNoTime() {
    assertThatThrownBy(() -> new EvenStream(0, 1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new EvenStream(1, -1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new Reader(Double.NaN)).hasMessageContaining("above 0");
  }

  @Test
  void namesTheBoundsThatItMisses() {
    SloCheck chat = SloCheck.of(Slo.parse("chat"), STREAM, 50, Reader.DEFAULT);
    assertThat(chat.met()).isFalse();
    assertThat(chat.missed()).isEqualTo(List.of(Slo.parse("chat").bounds().getFirst()));
    assertThat(SloCheck.of(Slo.parse("summarization"), STREAM, 50, Reader.DEFAULT).met()).isTrue();
    assertThat(SloCheck.of(Slo.parse("batch"), STREAM, 50, Reader.DEFAULT).met()).isTrue();
    assertThat(met("e2el<=5120ms", STREAM)).isTrue();
    assertThat(met("e2el<=5119ms", STREAM)).isFalse();
    assertThat(met("generation_time<=3920ms, chunk_gap<=80ms, itl<=80ms", STREAM)).isTrue();
    assertThat(met("first_byte<=1199ms", STREAM)).isFalse();
  }

  private static boolean met(String slo, EvenStream stream) {
    return SloCheck.of(Slo.parse(slo), stream, 50, Reader.DEFAULT).met();
  }

  @Test
  void hasNoTpotAndNoStallInAnAnswerOfOneToken() {
    EvenStream slow = new EvenStream(100_000_000, 900_000_000);
    assertThat(SloCheck.of(Slo.parse("tpot<=10ms, stall<=1ms"), slow, 1, Reader.DEFAULT).met())
        .isTrue();
    assertThat(SloCheck.of(Slo.parse("tpot<=10ms, stall<=1ms"), slow, 2, Reader.DEFAULT).missed())
        .hasSize(2);
  }

  @Test
  void stallsOverTheBoundWhereTheReaderIsFaster() {
    EvenStream slow = new EvenStream(100_000_000, 900_000_000);
    assertThat(met("stall<=700ms", slow)).isTrue();
    assertThat(met("stall<=699ms", slow)).isFalse();
  }

  @Test
  void costsWhatTokensCost() {
    Price api = new Price.Metered(1000, 0.15, 0.60, "USD");
    assertThat(api.perRequest(STREAM, 50)).isCloseTo(0.00018, within(1e-15));
    assertThat(api.perMillionOutputTokens(STREAM, 50)).isCloseTo(3.6, within(1e-12));
  }

  @Test
  void costsItsShareOfTheServersHour() {
    // 32 at once, 5.12 s each: 6.25 requests a second, 22,500 an hour.
    Price.Hourly server = new Price.Hourly(3, 32, "USD");
    assertThat(server.requestsPerSecond(STREAM, 50)).isEqualTo(6.25);
    assertThat(server.perRequest(STREAM, 50)).isCloseTo(3 / 22_500.0, within(1e-15));
  }
}
