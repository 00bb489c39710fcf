package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.metrics.traffic.TrafficEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfigProblemsTest {
  private static final long SECOND = 1_000_000_000;

  private final List<TrafficEvent> events = new ArrayList<>();
  private final List<String> message = new ArrayList<>();
  private EdgeCounts edge = EdgeCounts.NONE;
  private final ConfigProblems own = new ConfigProblems(() -> edge, events::add, message::add);

  private void counted(long goneRound, long unable, long second) {
    edge = new EdgeCounts(0, 0, goneRound, 0, 0, unable, 0, 0, EventCounts.NONE, EventCounts.NONE);
    own.tick(second * SECOND);
  }

  @Test
  void tellsATroubleOnceAsItBeginsAndForAsLongAsItGoesOn() {
    counted(0, 0, 1);
    assertThat(own.problems()).isEmpty();
    for (int second = 2; second < 40; second++) {
      counted(second, 0, second);
    }
    assertThat(message).singleElement().asString().contains("go round", "508");
    assertThat(events)
        .singleElement()
        .satisfies(event -> {
          assertThat(event.kind()).isEqualTo(TrafficEvent.Kind.GATEWAY);
          assertThat(event.atNanos()).isEqualTo(2 * SECOND);
          assertThat(event.detail()).isEqualTo(message.getFirst());
        });
    assertThat(own.problems()).isEqualTo(message);

    counted(39, 0, 98);
    assertThat(own.problems()).hasSize(1);
    counted(39, 0, 99);
    assertThat(own.problems()).isEmpty();
    counted(40, 0, 200);
    assertThat(message).hasSize(2);
  }

  @Test
  void tellsEachOfSeveral() {
    counted(1, 0, 1);
    counted(1, 1, 2);
    assertThat(own.problems()).hasSize(2);
    assertThat(message.getLast()).contains("ulimit -n");
  }
}
