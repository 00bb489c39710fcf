package dev.goodput.lab.hop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BufferingTest {
  private static DeliverySteps steps(int count, double gapMillis, double bytes) {
    return steps(count, gapMillis, bytes, .04, .01);
  }

  private static DeliverySteps steps(
      int count, double gapMillis, double bytes, double gapSpread, double byteSpread) {
    return new DeliverySteps(
        count, gapMillis, bytes, gapMillis * (count - 1), gapSpread, byteSpread);
  }

  @Test
  void recognizesNginxByPagesAndHttp10() {
    assertThat(Buffering.of(steps(7, 153, 4096), true)).isEqualTo(Buffering.NGINX_DEFAULTS);
    assertThat(Buffering.of(steps(7, 150, 3940), false)).isEqualTo(Buffering.PAGE_BUFFER);
    assertThat(Buffering.of(steps(3, 310, 8192), false)).isEqualTo(Buffering.PAGE_BUFFER);
  }

  @Test
  void recognizesACorkedSocketByIts200Milliseconds() {
    assertThat(Buffering.of(steps(5, 203, 5423), false)).isEqualTo(Buffering.CORKED);
  }

  @Test
  void distinguishesATimerFromABufferOfOnePagePer200Milliseconds() {
    assertThat(Buffering.of(steps(9, 202, 4140, .005, .06), false)).isEqualTo(Buffering.CORKED);
    assertThat(Buffering.of(steps(9, 202, 8230, .005, .06), false)).isEqualTo(Buffering.CORKED);
    assertThat(Buffering.of(steps(9, 205, 4090, .11, .001), false))
        .isEqualTo(Buffering.PAGE_BUFFER);
  }

  @Test
  void doesNotTreatAFewBytesAsAPage() {
    assertThat(Buffering.of(steps(20, 201, 380), false)).isEqualTo(Buffering.CORKED);
    assertThat(Buffering.of(steps(20, 50, 380), false)).isEqualTo(Buffering.OTHER);
  }

  @Test
  void reportsOneStepAsAnUnstreamedResponse() {
    assertThat(Buffering.of(steps(1, 0, 30_000), false)).isEqualTo(Buffering.WHOLE_ANSWER);
    assertThat(Buffering.of(steps(20, 50, 1_300), false)).isEqualTo(Buffering.OTHER);
  }

  @Test
  void countsSimultaneousReadsAsOneStep() {
    RawResponse answer =
        new RawResponse(
            RawResponse.Ending.WHOLE,
            200,
            "",
            "text/event-stream",
            "",
            List.of(
                new RawResponse.Piece(0, 100),
                new RawResponse.Piece(1_000_000, 300),
                new RawResponse.Piece(201_000_000, 600),
                new RawResponse.Piece(402_000_000, 900),
                new RawResponse.Piece(606_000_000, 1_000)),
            1,
            "");
    DeliverySteps steps = DeliverySteps.of(answer.pieces());
    assertThat(steps.count()).isEqualTo(4);
    assertThat(steps.bytes()).isEqualTo(300);
    assertThat(steps.gapMillis()).isEqualTo(201);
    assertThat(steps.spanMillis()).isEqualTo(606);
    assertThat(steps.gapSpread()).isEqualTo(3 / 201.0);
    assertThat(steps.byteSpread()).isZero();
  }

  @Test
  void showsWhereTwoTextsDiffer() {
    assertThat(ByteProbe.difference("data: {\"a\" : 1}\n", "data: {\"a\":1}\n"))
        .isEqualTo("rewritten from byte 10 on: \" : 1}\\n\" became \":1}\\n\"; 16 bytes became 14");
  }
}
