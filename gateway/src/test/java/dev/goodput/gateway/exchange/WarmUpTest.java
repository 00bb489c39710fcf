package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.dialect.PromptSink;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class WarmUpTest {
  @Test
  void sendsWholeStreamsThroughAndEnds() throws Exception {
    Queue<CompletedAttempt> heard = new ConcurrentLinkedQueue<>();
    TrafficListener listener =
        new TrafficListener() {
          @Override
          public void completed(CompletedAttempt completed, PromptSink prompt) {
            heard.add(completed);
          }
        };
    try (EventLoops loops = EventLoops.start(1)) {
      WarmUp.run(loops, List.of(listener), TimeUnit.SECONDS.toNanos(30));
    }
    assertThat(heard)
        .isNotEmpty()
        .filteredOn(each -> each.record().outcome() instanceof Outcome.Ok)
        .allMatch(each -> each.record().chunks().count() == 128);
  }
}
