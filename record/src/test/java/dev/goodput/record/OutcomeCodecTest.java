package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OutcomeCodecTest {
  private static ByteSink written(Outcome outcome) {
    ByteSink sink = new ByteSink(16);
    OutcomeCodec.write(outcome, sink);
    return sink;
  }

  private static Outcome read(ByteSink sink) {
    return OutcomeCodec.read(new ByteSource(sink.bytes(), sink.length()));
  }

  @Test
  void namesAllKeys() {
    List<Outcome> one =
        List.of(
            new Outcome.Ok(""),
            new Outcome.HttpError(500, ""),
            new Outcome.ErrorEvent(""),
            new Outcome.Empty(),
            new Outcome.Truncated(""),
            new Outcome.Refused(""),
            new Outcome.Reset(""),
            new Outcome.Tls(""),
            new Outcome.Malformed(""),
            new Outcome.Unsent(""),
            new Outcome.Cancelled());
    Set<String> keys = new HashSet<>();
    one.forEach(each -> keys.add(each.key()));
    for (Outcome.Timeout.Stage stage : Outcome.Timeout.Stage.values()) {
      keys.add(new Outcome.Timeout(stage).key());
    }
    assertThat(one).hasSize(Outcome.class.getPermittedSubclasses().length - 1);
    assertThat(Outcome.KEYS).isEqualTo(keys);
  }

  @Test
  void keepsTheReasonOfAnUnplannedCancellation() {
    Outcome stopped = new Outcome.Cancelled("stopped: interrupted twice");

    assertThat(read(written(stopped))).isEqualTo(stopped);
    assertThat(stopped.key()).isEqualTo("cancelled");
    assertThat(stopped.failure()).isFalse();
  }

  @Test
  void writesAPlannedCancellationAsEarlierVersionsDid() {
    ByteSink sink = written(new Outcome.Cancelled());

    assertThat(sink.length()).isEqualTo(1);
    assertThat(sink.bytes()[0]).isEqualTo((byte) 11);
    assertThat(read(sink)).isEqualTo(new Outcome.Cancelled());
  }
}
