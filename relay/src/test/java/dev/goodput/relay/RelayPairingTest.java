package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.relay.Pairing.Rig;
import dev.goodput.relay.Pairing.Secured;
import dev.goodput.testing.BareClient;
import dev.goodput.testing.BareClient.End;
import dev.goodput.testing.BareClient.Got;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.FrameServer;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerResponse;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Guarantees of a relay for every combination of HTTP versions; clients and upstreams are plain
/// sockets.
final class RelayPairingTest {
  private static final long SEED = 1618033;
  private static final int CUTS = 3;
  private static final String EVENT = "data: a\n\n";
  private static final byte[] REQUESTED = Bytes.of("{}");
  private static final long NEVER = 1L << 40;
  private static final long MUCH = 256 << 20;
  private static final int PIECE = 1 << 20;
  private static final long PAUSE_NANOS = 1_000_000;

  /// The most that two sockets' buffers and the relay's own can hold.
  private static final long HELD = 96 << 20;

  @TempDir private static Path directory;
  private static @Nullable Secured secured;

  @BeforeAll
  static void makeKeys() throws Exception {
    secured = Secured.in(directory);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("property")
  void changesNoByteOfAnyRecording(Pairing pairing) throws Exception {
    passesAll(pairing, null);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("property")
  void changesNoByteOfAnyRecordingOverTls(Pairing pairing) throws Exception {
    passesAll(pairing, secured);
  }

  private static void passesAll(Pairing pairing, @Nullable Secured tls) throws Exception {
    List<byte[]> bodies = Recordings.bodies();
    Random random = new Random(SEED);
    Pairing.Script script =
        (line, number) -> {
          line.head();
          line.body(bodies.get(number / CUTS), random);
          line.end(number % CUTS == 0 ? "9" : null);
        };
    try (Rig rig = pairing.rig(RelayOptions.plain("127.0.0.1", 0), tls, script);
        BareClient client = rig.client()) {
      for (int number = 0; number < bodies.size() * CUTS; number++) {
        byte[] body = bodies.get(number / CUTS);
        client.ask("/v1/chat/completions", REQUESTED);
        Got got = client.rest();
        RelayRig.Seen seen = rig.relay().over();

        assertThat(got.body())
            .as("seed %d, number %d", SEED, number)
            .isEqualTo(new String(body, StandardCharsets.ISO_8859_1));
        assertThat(got.end()).isEqualTo(End.WHOLE);
        assertThat(got.trailers()).isEqualTo(number % CUTS == 0 ? Map.of("x-sum", "9") : Map.of());
        assertThat(seen.answer.toByteArray()).as("seed %d", SEED).isEqualTo(body);
        assertThat(seen.request).hasToString("{}");
      }
      assertThat(rig.relay().relay().counts().of(RelayCounts.Event.UPSTREAM_CONNECTED))
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("fault")
  void neverEndsCleanlyWhatWasCut(Pairing pairing) throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    Pairing.Script script =
        (line, _) -> {
          line.head();
          line.body(Bytes.of(EVENT), new Random(SEED));
          if (read.await(10, TimeUnit.SECONDS)) {
            line.cut();
          }
        };
    try (Rig rig = pairing.rig(script);
        BareClient client = rig.client()) {
      client.ask("/", REQUESTED);
      client.readUntil(EVENT);
      read.countDown();
      Got got = client.rest();

      assertThat(got.body()).isEqualTo(EVENT);
      assertThat(got.end()).isIn(End.CUT, End.RESET);
      assertThat(rig.relay().over().story).contains("Cut[");
      assertThat(rig.relay().forgetsAll()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("fault")
  void handsAResetOnAsAReset(Pairing pairing) throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    Pairing.Script script =
        (line, _) -> {
          line.head();
          line.body(Bytes.of(EVENT), new Random(SEED));
          if (read.await(10, TimeUnit.SECONDS)) {
            line.reset();
          }
        };
    try (Rig rig = pairing.rig(script);
        BareClient client = rig.client()) {
      client.ask("/", REQUESTED);
      client.readUntil(EVENT);
      read.countDown();

      assertThat(client.rest().end()).isEqualTo(End.RESET);
      assertThat(rig.relay().over().story).contains("Cut[reset=true");
      assertThat(rig.relay().forgetsAll()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("fault")
  void tellsTheUpstreamOfAClientThatLeavesInMidstream(Pairing pairing) throws Exception {
    CountDownLatch reported = new CountDownLatch(1);
    Pairing.Script script =
        (line, _) -> {
          line.head();
          line.body(Bytes.of(EVENT), new Random(SEED));
          if (line.left()) {
            reported.countDown();
          }
        };
    try (Rig rig = pairing.rig(script);
        BareClient client = rig.client()) {
      client.ask("/", REQUESTED);
      client.readUntil(EVENT);
      client.leave();

      assertThat(reported.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(rig.relay().over().story).endsWith("ClientLeft[stalled=false]");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("fault")
  void whomTheGatewaySendsAwayAtItsEndDidNotLeave(Pairing pairing) throws Exception {
    Pairing.Script script =
        (line, _) -> {
          line.head();
          line.body(Bytes.of(EVENT), new Random(SEED));
        };
    try (Rig rig = pairing.rig(script);
        BareClient client = rig.client()) {
      client.ask("/", REQUESTED);
      client.readUntil(EVENT);
      rig.relay().relay().close();

      assertThat(rig.relay().over().story).endsWith("BrokenOff[]");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("fault")
  void tellsTheUpstreamOfAClientThatLeavesBeforeTheFirstToken(Pairing pairing) throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch reported = new CountDownLatch(1);
    Pairing.Script script =
        (line, _) -> {
          requested.countDown();
          if (line.left()) {
            reported.countDown();
          }
        };
    try (Rig rig = pairing.rig(script);
        BareClient client = rig.client()) {
      client.ask("/", REQUESTED);
      assertThat(requested.await(10, TimeUnit.SECONDS)).isTrue();
      client.leave();

      assertThat(reported.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(rig.relay().over().story).endsWith("ClientLeft[stalled=false]");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("fault")
  void holdsNoMoreThanAWindowForAClientThatStopsReading(Pairing pairing) throws Exception {
    RelayOptions hasty = new RelayOptions("127.0.0.1", 0, null, 9, 999, 99, NEVER, 1, NEVER);
    HttpHandler endless =
        (_, response) -> {
          response.head(200, List.of());
          pump(response);
        };
    try (EventLoops loops = EventLoops.start(1);
        HttpServer server = HttpServer.start(ServerOptions.plain("127.0.0.1", 0), loops, endless);
        RelayRig rig = RelayRig.to(pairing.upstream(server.port()), hasty);
        BareClient client = BareClient.to(rig.relay().port(), pairing.asks)) {
      client.ask("/", REQUESTED);
      RelayRig.Seen seen = rig.over();

      assertThat(seen.story).endsWith("ClientLeft[stalled=true]");
      assertThat(seen.written).isLessThan(HELD);
    }
  }

  /// Writes more as the other side takes it.
  private static void pump(ServerResponse response) {
    if (response.pendingBytes() < PIECE) {
      response.body(new byte[PIECE]);
    }
    if (!response.over()) {
      response.loop().at(System.nanoTime() + PAUSE_NANOS, () -> pump(response));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("fault")
  void takesNoMoreOfAnUploadThanItsUpstreamDoes(Pairing pairing) throws Exception {
    try (ServerSocket deaf = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        FrameServer slow = FrameServer.start(9, (_, _) -> {});
        RelayRig rig =
            RelayRig.to(pairing.upstream(pairing.answers ? slow.port() : deaf.getLocalPort()));
        BareClient client = BareClient.to(rig.relay().port(), pairing.asks)) {
      assertThat(client.upload("/", MUCH)).isLessThan(HELD);
    }
  }
}
