package dev.goodput.wire.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.testing.Bytes;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// How long a client may take over an answer: as long as it takes something.
final class ClientPatienceTest {
  private static final Switchboard NOWHERE =
      (_, _) -> new Route.Refuse(404, "none", "no route", Witness.NONE);

  private final AtomicLong clock = new AtomicLong();
  private final StillOutlet outlet = new StillOutlet();

  @Test
  void whoTakesItsAnswerSlowlyGetsAllOfIt() throws Exception {
    StillOutlet.onLoop(
        NOWHERE,
        outlet,
        clock,
        connection -> {
          outlet.pending = 3_000;
          connection.received(Unpooled.wrappedBuffer(Bytes.of(RelayRig.POST)), clock.get());
          for (long left : List.of(2_000, 1_000)) {
            outlet.pending = left;
            passes(connection);
            assertThat(outlet.closed).isFalse();
          }
          passes(connection);
          assertThat(outlet.closed).isTrue();
        });
  }

  @Test
  void whoAsksNothingMoreIsNotWaitedForTwice() throws Exception {
    StillOutlet.onLoop(
        NOWHERE,
        outlet,
        clock,
        connection -> {
          connection.received(Unpooled.wrappedBuffer(Bytes.of(RelayRig.POST)), clock.get());
          passes(connection);
          assertThat(outlet.closed).isTrue();
        });
  }

  /// A line end now and then is no request that begins.
  @Test
  void whoSendsLineEndsAloneIsAsIdleAsBefore() throws Exception {
    StillOutlet.onLoop(
        NOWHERE,
        outlet,
        clock,
        connection -> {
          long until = connection.deadlineNanos();
          clock.set(until / 2);
          connection.received(Unpooled.wrappedBuffer(Bytes.of("\r\n")), clock.get());
          assertThat(connection.deadlineNanos()).isEqualTo(until);
        });
  }

  @Test
  void whoDrainsWaitsForWhatAClientIsStillToTake() throws Exception {
    StillOutlet.onLoop(
        NOWHERE,
        outlet,
        clock,
        connection -> {
          outlet.pending = 3_000;
          connection.received(Unpooled.wrappedBuffer(Bytes.of(RelayRig.POST)), clock.get());
          assertThat(outlet.counts.exchanges()).isZero();
          assertThat(outlet.counts.underWay()).as("its answer closes the connection").isEqualTo(1);
          connection.drain();
          assertThat(outlet.finished).isTrue();
          assertThat(outlet.closed).isFalse();
          connection.gone();
          assertThat(outlet.counts.underWay()).isZero();
        });
  }

  @Test
  void aConnectionThatWaitsForItsNextRequestIsFinishedAndNotCutOff() throws Exception {
    StillOutlet.onLoop(
        NOWHERE,
        outlet,
        clock,
        connection -> {
          outlet.pending = 3_000;
          connection.drain();
          assertThat(outlet.counts.underWay()).isEqualTo(1);
          assertThat(outlet.finished).isTrue();
          assertThat(outlet.closed).isFalse();
        });
  }

  private void passes(ClientConnection connection) {
    clock.set(connection.deadlineNanos());
    connection.overdue(clock.get());
  }
}
