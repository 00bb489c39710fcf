package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OutcomeCodeTest {
  private static ByteSink written(Outcome outcome) {
    ByteSink sink = new ByteSink(16);
    OutcomeCode.write(outcome, sink);
    return sink;
  }

  private static Outcome read(ByteSink sink) {
    return OutcomeCode.read(new ByteSource(sink.bytes(), sink.length()));
  }

  @Test
  void keepsWhySomebodyLeftWhoHadNoPlanTo() {
    Outcome stopped = new Outcome.Cancelled("stopped: interrupted twice");

    assertThat(read(written(stopped))).isEqualTo(stopped);
    assertThat(stopped.key()).isEqualTo("cancelled");
    assertThat(stopped.failure()).isFalse();
  }

  @Test
  void writesAPlannedLeaveAsItAlwaysDid() {
    ByteSink sink = written(new Outcome.Cancelled());

    assertThat(sink.length()).isEqualTo(1);
    assertThat(sink.bytes()[0]).isEqualTo((byte) 11);
    assertThat(read(sink)).isEqualTo(new Outcome.Cancelled());
  }
}
