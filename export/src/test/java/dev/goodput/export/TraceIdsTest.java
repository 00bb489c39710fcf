package dev.goodput.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.export.TraceIds.Ids;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class TraceIdsTest {
  private static final TraceParent RECORDED =
      new TraceParent("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true);

  private static TraceIds ids(long seed, double share) {
    return new TraceIds(new SplittableRandom(seed), share);
  }

  @Test
  void givesAttemptsAtOneRequestOneTraceAndSpansOfTheirOwn() {
    TraceIds ids = ids(1, 1);
    assertThat(ids.traceId(7, null)).isEqualTo(ids.traceId(7, null)).matches("[0-9a-f]{32}");
    assertThat(Set.of(ids.spanId(7, 0, false), ids.spanId(7, 1, false), ids.spanId(7, 2, true)))
        .hasSize(3)
        .allMatch(id -> id.matches("[0-9a-f]{16}"));
    assertThat(ids.known(7)).contains(new Ids(ids.traceId(7, null), ids.spanId(7, 2, true)));
  }

  @Test
  void keepsAClientsTraceAndItsChoice() {
    TraceIds ids = ids(1, 0);
    assertThat(ids.traced(3, RECORDED)).isTrue();
    assertThat(ids.traced(4, new TraceParent(RECORDED.traceId(), RECORDED.spanId(), false)))
        .isFalse();
    assertThat(ids.traceId(3, RECORDED)).isEqualTo(RECORDED.traceId());
    assertThat(ids.known(3).orElseThrow().traceId()).isEqualTo(RECORDED.traceId());
    assertThat(ids.known(4)).isEmpty();
    assertThat(ids.known(5)).isEmpty();
  }

  @Test
  void evictsTheOldestClientTraces() {
    TraceIds ids = ids(1, 0);
    for (long id = 0; id < 5_000; id++) {
      assertThat(ids.traced(id, RECORDED)).isTrue();
    }
    assertThat(ids.known(0)).isEmpty();
    assertThat(ids.known(4_999)).isPresent();
  }

  @Test
  void inventsNoTraceForAnEvictedOne() {
    TraceIds ids = ids(1, 1);
    for (long id = 0; id < 5_000; id++) {
      assertThat(ids.traced(id, RECORDED)).isTrue();
    }
    assertThat(ids.known(0)).isEmpty();
    assertThat(ids.known(4_999).orElseThrow().traceId()).isEqualTo(RECORDED.traceId());
    assertThat(ids.traced(5_000, null)).isTrue();
    assertThat(ids.known(5_000).orElseThrow().traceId()).isEqualTo(ids.traceId(5_000, null));
  }

  @Test
  void keepsRequestedTraces() {
    TraceIds ids = ids(1, 1);
    for (long id = 0; id < 50_000; id++) {
      assertThat(ids.traced(id, RECORDED)).isTrue();
      var _ = ids.known(7);
    }
    assertThat(ids.known(7).orElseThrow().traceId()).isEqualTo(RECORDED.traceId());
    assertThat(ids.known(8)).isEmpty();
  }

  @Test
  @Tag("property")
  void neverGivesTwoRequestsOrTwoProcessesOneId() {
    Set<String> traces = new HashSet<>();
    Set<String> spans = new HashSet<>();
    for (long seed = 1; seed <= 2; seed++) {
      TraceIds ids = ids(seed, 1);
      for (long id = 0; id < 20_000; id++) {
        traces.add(ids.traceId(id, null));
        spans.add(ids.spanId(id, 0, true));
      }
    }
    assertThat(traces).hasSize(40_000);
    assertThat(spans).hasSize(40_000);
  }

  @Test
  @Tag("property")
  void tracesTheConfiguredShare() {
    for (double share : new double[] {0, 0.1, 0.5, 1}) {
      TraceIds ids = ids(11, share);
      int traced = 0;
      for (long id = 0; id < 100_000; id++) {
        traced += ids.traced(id, null) ? 1 : 0;
        assertThat(ids.known(id).isPresent()).isEqualTo(ids.traced(id, null));
      }
      // Five standard deviations of a share of 100,000.
      assertThat(traced / 1e5).isBetween(share - 0.008, share + 0.008);
    }
  }
}
