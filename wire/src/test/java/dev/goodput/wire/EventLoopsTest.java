package dev.goodput.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EventLoopsTest {

  @ParameterizedTest
  @EnumSource
  void runsTasksOnItsOwnThreadOnEveryTransportThatWorksHere(Transport transport) throws Exception {
    Transport works = transport.available() ? transport : Transport.NIO;
    try (EventLoops loops = EventLoops.start(2, works)) {
      assertThat(loops.transport()).isEqualTo(works.key());
      assertThat(loops.loops()).hasSize(2);
      Loop loop = loops.loops().getFirst();
      assertThat(loop.inLoop()).isFalse();
      CompletableFuture<Boolean> inside = new CompletableFuture<>();
      loop.execute(() -> inside.complete(loop.inLoop()));
      assertThat(inside.get(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void runsTimersInOrderAndNeverBeforeTheirDeadline() throws Exception {
    try (EventLoops loops = EventLoops.start(1)) {
      Loop loop = loops.loops().getFirst();
      List<Integer> order = new ArrayList<>();
      List<Long> early = new ArrayList<>();
      CountDownLatch done = new CountDownLatch(4);
      loop.execute(() -> {
        long begin = NanoClock.SYSTEM.nanoTime();
        for (int i : new int[] {3, 1, 0, 2}) {
          long deadline = begin + (i + 1) * 20_000_000L;
          loop.at(
              deadline,
              () -> {
                order.add(i);
                early.add(Math.max(0, deadline - NanoClock.SYSTEM.nanoTime()));
                done.countDown();
              });
        }
      });
      assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(order).containsExactly(0, 1, 2, 3);
      assertThat(early).containsOnly(0L);
    }
  }

  @Test
  void aCancelledTimerDoesNotRun() throws Exception {
    try (EventLoops loops = EventLoops.start(1)) {
      Loop loop = loops.loops().getFirst();
      CompletableFuture<String> ran = new CompletableFuture<>();
      long soon = NanoClock.SYSTEM.nanoTime() + 5_000_000;
      loop.execute(() -> {
        loop.at(soon, () -> ran.complete("cancelled one")).cancel();
        loop.at(soon + 1_000_000, () -> ran.complete("other one"));
      });
      assertThat(ran.get(10, TimeUnit.SECONDS)).isEqualTo("other one");
    }
  }

  @Test
  void findsItsLoopForOneOfNettys() {
    try (EventLoops loops = EventLoops.start(2);
        EventLoops others = EventLoops.start(1)) {
      NettyLoop second = (NettyLoop) loops.loops().get(1);
      assertThat(loops.of(second.netty())).isSameAs(second);
      assertThatThrownBy(() -> others.of(second.netty()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void needsAtLeastOneLoop() {
    assertThatThrownBy(() -> EventLoops.start(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesTheAvailableTransports() {
    assertThat(Transport.named("nio")).isEqualTo(Transport.NIO);
    assertThatThrownBy(() -> Transport.named("kqueue"))
        .isInstanceOf(BadSettingException.class)
        .hasMessage(
            "goodput.transport: no transport \"kqueue\"; there are epoll, io_uring and nio");
  }
}
