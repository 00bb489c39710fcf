package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.dialect.AnswerStart;
import dev.goodput.wire.dialect.PromptSink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UpstreamReachabilityTest {
  private static final long SECOND = 1_000_000_000;
  private static final List<Upstream> ENGINES =
      List.of(Upstream.of("a", "http://a"), Upstream.of("b", "http://b"));

  private static final Outcome LATE = new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT);

  private final List<String> events = new ArrayList<>();
  private final List<String> message = new ArrayList<>();
  private final UpstreamReachability reach = new UpstreamReachability(this::hear, message::add);

  private void hear(TrafficEvent event) {
    events.add(
        "%d %s %s %s"
            .formatted(
                event.atNanos() / SECOND, event.kind().key(), event.source(), event.detail()));
  }

  /// @param began in seconds, like the other times
  /// @param connected negative if there was no connection
  /// @param head negative if there was no response
  private void passed(
      String upstream, long began, long connected, long head, long ended, Outcome outcome) {
    long no = Stamps.ABSENT;
    long at = began * SECOND;
    long in = connected < 0 ? no : connected * SECOND;
    long first = head < 0 ? no : head * SECOND;
    RequestRecord record =
        new RequestRecord(
            0,
            0,
            0,
            true,
            true,
            LatencyOrigin.INTENDED,
            new RequestSpec(0, 0, 1, -1, -1),
            new Stamps(at, at, at, in, in, first, no, no, no, no, ended * SECOND),
            ChunkLog.EMPTY,
            TokenCounts.NONE,
            0,
            outcome,
            new GatewayInfo(
                "m", "t", "r", upstream, "", "", at, at, at, 1, 1, GatewayInfo.Parting.DELIVERED));
    reach.completed(
        new CompletedAttempt(record, true, "", null, 200, AnswerStart.NONE, null), PromptSink.NONE);
  }

  private void refused(String upstream, long ended) {
    passed(upstream, ended, -1, -1, ended, new Outcome.Refused("connection refused"));
  }

  private void answered(String upstream, long connected, long ended) {
    passed(upstream, connected, connected, connected, ended, new Outcome.Ok("stop"));
  }

  @Test
  void forgetsWhatStandsForAnotherServerAndNothingElse() {
    refused("a", 10);
    Upstream moved = Upstream.of("a", "http://elsewhere:8000");
    reach.reload(ENGINES, ENGINES, 11 * SECOND);
    assertThat(reach.problems(ENGINES)).hasSize(1);

    reach.reload(ENGINES, List.of(moved), 12 * SECOND);
    passed("a", 11, -1, -1, 13, new Outcome.Refused("connection refused"));
    reach.connected("a", 11 * SECOND);
    assertThat(reach.problems(List.of(moved))).as("it began before").isEmpty();
    assertThat(events).hasSize(1);

    refused("a", 13);
    assertThat(reach.problems(List.of(moved))).as("it asked the new one").hasSize(1);
    assertThat(events).hasSize(2);
  }

  @Test
  void tellsOnceThatAnUpstreamWentOutOfReachAndOnceThatItIsBack() {
    answered("a", 1, 2);
    for (int second = 10; second < 20; second++) {
      refused("a", second);
      reach.tick(second * SECOND);
    }
    assertThat(events).containsExactly("10 upstream_down a connection refused");
    assertThat(message).containsExactly("upstream a is out of reach: connection refused");
    assertThat(reach.problems(ENGINES)).isEqualTo(message);
    assertThat(reach.fact(ENGINES.getFirst()).reachable()).isFalse();

    answered("a", 22, 23);
    assertThat(reach.problems(ENGINES)).isEmpty();
    assertThat(reach.fact(ENGINES.getFirst()).reachable()).isTrue();
    answered("a", 24, 25);
    reach.tick(28 * SECOND);
    reach.tick(29 * SECOND);
    assertThat(events.subList(1, events.size()))
        .containsExactly("22 upstream_up a after 12 s out of reach");
    assertThat(message).last().isEqualTo("upstream a is back, after 12 s out of reach");
  }

  @Test
  void oneThatTakesAConnectionNowAndThenIsNotBack() {
    for (int second = 10; second < 40; second += 2) {
      refused("a", second);
      answered("a", second + 1, second + 1);
      reach.tick((second + 1) * SECOND + SECOND / 2);
    }
    assertThat(events).containsExactly("10 upstream_down a connection refused");
    assertThat(message).hasSize(1);
  }

  @Test
  void isBackWithItsFirstConnectionAndNotOnlyWithItsFirstAnswer() {
    refused("a", 10);
    reach.connected("a", 20 * SECOND);
    assertThat(reach.problems(ENGINES)).isEmpty();
    reach.tick(25 * SECOND);
    assertThat(events).last().isEqualTo("20 upstream_up a after 10 s out of reach");
  }

  /// A single connection out of many may fail; the timeout is known late.
  @Test
  void oneLostConnectionBesideOthersIsNoOutage() {
    reach.connected("a", 12 * SECOND);
    passed("a", 10, -1, -1, 15, LATE);
    passed("b", 1, 1, 14, 14, new Outcome.Ok("stop"));
    passed("b", 10, -1, -1, 15, LATE);
    assertThat(events).isEmpty();
    assertThat(reach.problems(ENGINES)).isEmpty();

    passed("a", 16, -1, -1, 21, LATE);
    assertThat(events).containsExactly("21 upstream_down a no connection in time");
  }

  @Test
  void whatIsToldLateChangesNothingThatIsNewer() {
    refused("a", 10);
    reach.connected("a", 12 * SECOND);
    passed("a", 11, -1, -1, 16, LATE);
    reach.tick(17 * SECOND);
    assertThat(events).last().isEqualTo("12 upstream_up a after 2 s out of reach");
  }

  /// A reused connection causes no connection event.
  @Test
  void anAnswerFromBeforeTheOutageWasKnownIsNoReturn() {
    passed("a", 10, -1, -1, 15, LATE);
    passed("a", 12, 12, 13, 60, new Outcome.Ok("stop"));
    reach.tick(61 * SECOND);
    assertThat(events).containsExactly("15 upstream_down a no connection in time");
    assertThat(reach.problems(ENGINES)).hasSize(1);
  }

  @Test
  void isReachedAsLongAsAnswersComeOverConnectionsThatItHas() {
    passed("a", 1, -1, -1, 6, LATE);
    answered("a", 7, 8);
    assertThat(reach.problems(ENGINES)).isEmpty();
  }

  @Test
  void oneThatTakesConnectionsAndSaysNothingIsReachedAndTold() {
    reach.connected("a", SECOND);
    passed("a", 1, 1, -1, 9, new Outcome.Timeout(Outcome.Timeout.Stage.FIRST_TOKEN));
    assertThat(events).isEmpty();
    assertThat(reach.fact(ENGINES.getFirst()).reachable()).isTrue();
    assertThat(reach.fact(ENGINES.getFirst()).words()).isEqualTo("no answer in time");
  }

  @Test
  void anAnswerOverAnOldConnectionTellsNothingOfNow() {
    refused("a", 10);
    answered("a", 5, 12);
    reach.tick(60 * SECOND);
    assertThat(events).hasSize(1);
    assertThat(reach.problems(ENGINES)).hasSize(1);
  }

  @Test
  void saysOfEachWhyItIsOutOfReachAndOfNoneThatIsNotConfigured() {
    refused("gone", 1);
    passed("a", 0, -1, -1, 1, LATE);
    passed("b", 1, -1, -1, 1, new Outcome.Refused("unknown host"));
    assertThat(reach.problems(ENGINES))
        .containsExactly(
            "upstream a is out of reach: no connection in time",
            "upstream b is out of reach: unknown host");
  }
}
