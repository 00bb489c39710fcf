package dev.goodput.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.exchange.Passed;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.record.Asked;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.Start;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.dialect.Opening;
import dev.goodput.wire.dialect.PromptSink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UpstreamReachTest {
  private static final long SECOND = 1_000_000_000;
  private static final List<Upstream> ENGINES =
      List.of(Upstream.of("a", "http://a"), Upstream.of("b", "http://b"));

  private final List<String> events = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final UpstreamReach reach = new UpstreamReach(this::hear, said::add);

  private void hear(TrafficEvent event) {
    events.add(
        "%d %s %s %s"
            .formatted(
                event.atNanos() / SECOND, event.kind().word(), event.source(), event.detail()));
  }

  /// @param connected a second; negative where there never was a connection
  private void passed(String upstream, long connected, long ended, Outcome outcome) {
    long at = connected < 0 ? Stamps.ABSENT : connected * SECOND;
    long no = Stamps.ABSENT;
    RequestRecord record =
        new RequestRecord(
            0,
            0,
            0,
            true,
            true,
            Start.INTENDED,
            new Asked(0, 0, 1, -1, -1),
            new Stamps(0, 0, 0, at, at, at, no, no, no, no, ended * SECOND),
            ChunkLog.EMPTY,
            TokenCounts.NONE,
            0,
            outcome,
            new Passage("m", "t", "r", upstream, "", "", 0, 0, 0, 1, 1, Passage.Parting.DELIVERED));
    reach.passed(new Passed(record, true, "", null, 200, Opening.NONE, null), PromptSink.NONE);
  }

  private void refused(String upstream, long ended) {
    passed(upstream, -1, ended, new Outcome.Refused("connection refused"));
  }

  private void answered(String upstream, long connected, long ended) {
    passed(upstream, connected, ended, new Outcome.Ok("stop"));
  }

  @Test
  void forgetsWhatStandsForAnotherServerAndNothingElse() {
    refused("a", 10);
    Upstream moved = Upstream.of("a", "http://elsewhere:8000");
    reach.reload(ENGINES, ENGINES, 11 * SECOND);
    assertThat(reach.troubles(ENGINES)).hasSize(1);

    reach.reload(ENGINES, List.of(moved), 12 * SECOND);
    refused("a", 13);
    assertThat(reach.troubles(List.of(moved))).as("it began before").isEmpty();
    assertThat(events).hasSize(1);
  }

  @Test
  void tellsOnceThatAnUpstreamWentOutOfReachAndOnceThatItIsBack() {
    answered("a", 1, 2);
    for (int second = 10; second < 20; second++) {
      refused("a", second);
      reach.tick(second * SECOND);
    }
    assertThat(events).containsExactly("10 upstream_down a connection refused");
    assertThat(said).containsExactly("upstream a is out of reach: connection refused");
    assertThat(reach.troubles(ENGINES)).isEqualTo(said);
    assertThat(reach.fact(ENGINES.getFirst()).reachable()).isFalse();

    answered("a", 22, 23);
    assertThat(reach.troubles(ENGINES)).isEmpty();
    assertThat(reach.fact(ENGINES.getFirst()).reachable()).isTrue();
    answered("a", 24, 25);
    reach.tick(28 * SECOND);
    reach.tick(29 * SECOND);
    assertThat(events.subList(1, events.size()))
        .containsExactly("22 upstream_up a after 12 s out of reach");
    assertThat(said).last().isEqualTo("upstream a is back, after 12 s out of reach");
  }

  @Test
  void oneThatTakesAConnectionNowAndThenIsNotBack() {
    for (int second = 10; second < 40; second += 2) {
      refused("a", second);
      answered("a", second + 1, second + 1);
      reach.tick((second + 1) * SECOND + SECOND / 2);
    }
    assertThat(events).containsExactly("10 upstream_down a connection refused");
    assertThat(said).hasSize(1);
  }

  @Test
  void anAnswerOverAnOldConnectionTellsNothingOfNow() {
    refused("a", 10);
    answered("a", 5, 12);
    reach.tick(60 * SECOND);
    assertThat(events).hasSize(1);
    assertThat(reach.troubles(ENGINES)).hasSize(1);
  }

  @Test
  void saysOfEachWhyItIsOutOfReachAndOfNoneThatIsNotConfigured() {
    refused("gone", 1);
    passed("a", -1, 1, new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT));
    passed("b", -1, 1, new Outcome.Refused("unknown host"));
    assertThat(reach.troubles(ENGINES))
        .containsExactly(
            "upstream a is out of reach: no connection in time",
            "upstream b is out of reach: unknown host");
  }
}
