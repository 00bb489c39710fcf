package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Tls;
import dev.goodput.wire.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Connections opened before a burst of requests.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ConnectionPrewarmerTest {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int ANY = Integer.MAX_VALUE;
  private static final String[] ANSWER = {Replay.delta("a"), "data: [DONE]\n\n"};

  private static void openAhead(ClientRig rig, int idle, int most, long until) throws Exception {
    LlmClient client = rig.client();
    boolean _ =
        rig.onLoop(() -> {
          client.openAhead(idle, most, until);
          return true;
        });
  }

  @Test
  void aBurstFindsItsConnectionsOpen() throws Exception {
    CountDownLatch all = new CountDownLatch(20);
    RawServer.Script together =
        (line, _, _) -> {
          all.countDown();
          boolean _ = RawServer.await(all);
          line.stream(ANSWER);
        };
    try (RawServer server = RawServer.start(together);
        ClientRig rig = ClientRig.of(server.url())) {
      openAhead(rig, 20, 20, NEVER);
      rig.await(() -> rig.client().openConnections() == 20);

      List<CompletableFuture<Exchange>> burst = new ArrayList<>();
      boolean _ =
          rig.onLoop(() -> {
            for (int i = 0; i < 20; i++) {
              burst.add(rig.start());
            }
            return true;
          });
      for (CompletableFuture<Exchange> each : burst) {
        assertThat(each.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(new Outcome.Ok(""));
      }
      assertThat(server.accepted()).isEqualTo(20);
    }
  }

  /// The client has run for an hour, and the server closes connections after a minute.
  @Test
  void theyAreUsedWhereTheServerSoonClosesIdleConnections() throws Exception {
    NanoClock clock = NanoClock.SYSTEM;
    long hourAgo = clock.nanoTime() - TimeUnit.HOURS.toNanos(1);
    ClientOptions options = new ClientOptions(hourAgo, Timeouts.NONE, true, clock);
    try (RawServer server = RawServer.start((line, _, _) -> line.stream(ANSWER));
        ClientRig rig =
            new ClientRig(ClientRig.endpoint(server.url()), options, Transport.preferred())) {
      LlmClient client = rig.client();
      boolean ready =
          rig.onLoop(() -> {
            client.keepAlive().closedAfter(TimeUnit.MINUTES.toNanos(1));
            client.openAhead(3, 3, NEVER);
            return true;
          });
      assertThat(ready).isTrue();
      rig.await(() -> rig.client().openConnections() == 3);
      assertThat(rig.onLoop(client::hasIdleConnection)).isTrue();
      for (int i = 0; i < 3; i++) {
        assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
      }
      assertThat(server.accepted()).isEqualTo(3);
    }
  }

  @Test
  void opensNoneWithAConnectionPerRequest() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.stream(ANSWER))) {
      Endpoint plain = ClientRig.endpoint(server.url());
      Endpoint each =
          new Endpoint(
              plain.baseUrl(), plain.dialect(), List.of(), null, Tls.SYSTEM, true, List.of());
      try (ClientRig rig = new ClientRig(each, Timeouts.NONE)) {
        openAhead(rig, 20, ANY, NEVER);
        assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
      }
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void opensNoMoreThanMayBeOpenAtOnce() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.stream(ANSWER));
        ClientRig rig = ClientRig.of(server.url())) {
      openAhead(rig, 20, 3, NEVER);
      rig.await(() -> rig.client().openConnections() == 3);
      for (int i = 0; i < 10; i++) {
        assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
      }
      assertThat(server.accepted()).isEqualTo(3);
    }
  }

  @Test
  void opensNoneOnceTheBurstStarts() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.stream(ANSWER));
        ClientRig rig = ClientRig.of(server.url())) {
      openAhead(rig, 20, ANY, rig.client().now());
      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void aConnectionClosedByTheServerIsReplaced() throws Exception {
    RawServer.Script closesTheFirst =
        (line, _, number) -> {
          if (number == 0) {
            line.fin();
          } else {
            line.stream(ANSWER);
          }
        };
    try (RawServer server = RawServer.start(closesTheFirst);
        ClientRig rig = ClientRig.of(server.url())) {
      openAhead(rig, 1, 1, NEVER);
      rig.await(() -> rig.client().openConnections() == 1);

      assertThat(rig.ask().outcome()).isEqualTo(new Outcome.Ok(""));
      assertThat(rig.client().sentAgain()).isEqualTo(1);
    }
  }

  @Test
  void aFailureIsLeftToTheRequests() throws Exception {
    String url;
    try (RawServer server = RawServer.start((line, _, _) -> line.stream(ANSWER))) {
      url = server.url();
    }
    try (ClientRig rig = ClientRig.of(url)) {
      openAhead(rig, 20, ANY, NEVER);

      assertThat(rig.ask().outcome()).isInstanceOf(Outcome.Refused.class);
      assertThat(rig.onLoop(rig.client()::openConnections)).isZero();
      assertThat(rig.onLoop(rig.client()::refusedLocally)).isZero();
    }
  }
}
