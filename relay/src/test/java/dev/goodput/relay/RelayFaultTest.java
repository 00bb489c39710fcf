package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens on one side of the relay when the other side fails.
@Tag("fault")
final class RelayFaultTest {
  private static final String STREAM =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String EVENT = "9\r\ndata: a\n\n\r\n";
  private static final long NEVER = 1L << 40;

  @Test
  void aCutStaysACut() throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          line.print(STREAM + EVENT);
          line.fin();
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll()).isEqualTo(STREAM + EVENT);
      assertThat(rig.over().story).endsWith("Cut[reset=false, detail=it closed the connection]");
    }
  }

  @Test
  void aResetStaysAResetBehindAllThatCameBefore() throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    RawServer.Script script =
        (line, _, _) -> {
          line.print(STREAM + EVENT);
          RawServer.await(read);
          line.reset();
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      client.readUntil("data: a\n\n\r\n");
      read.countDown();
      assertThat(client.readAll()).isEmpty();
      assertThat(client.wasReset()).isTrue();
      assertThat(rig.over().story).contains("Cut[reset=true, detail=");
    }
  }

  @Test
  void anAnswerToTheEndOfTheConnectionEndsCleanlyOnlyWhereItsServerEndedIt() throws Exception {
    String head = "HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
    CountDownLatch read = new CountDownLatch(1);
    RawServer.Script script =
        (line, _, number) -> {
          line.print(head + "data: a\n\n");
          if (number == 0) {
            line.fin();
          } else {
            RawServer.await(read);
            line.reset();
          }
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket whole = rig.common(RelayRig.POST)) {
      assertThat(whole.readAll())
          .isEqualTo(
              "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                  + "data: a\n\n");
      assertThat(whole.wasReset()).isFalse();
      assertThat(rig.over().story).endsWith("Whole[byClose=true]");
      try (RawSocket cut = rig.common(RelayRig.POST)) {
        cut.readUntil("data: a\n\n");
        read.countDown();
        assertThat(cut.readAll()).isEmpty();
        assertThat(cut.wasReset()).isTrue();
      }
    }
  }

  @Test
  void aConnectionThatEndsWithoutAnAnswerIsA502AndIsNotAskedAgain() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.fin());
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll())
          .startsWith("HTTP/1.1 502 ")
          .contains("upstream u0 closed the connection without an answer");
      assertThat(rig.over().story).contains("kind=BROKEN");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void aFaultOfOursOnTheWayToAnUpstreamIsA502AndNoClientThatLeft(@TempDir Path directory)
      throws Exception {
    Path words = Files.writeString(directory.resolve("words.pem"), "words");
    Tls unchecked = Tls.read(false, words, null, null);
    Upstream faulty =
        new Upstream(
            "u0", URI.create("https://127.0.0.1:1"), unchecked, false, List.of(), NEVER, 0, 0);
    try (RelayRig rig = RelayRig.to(faulty);
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll())
          .startsWith("HTTP/1.1 502 ")
          .contains("\"type\":\"upstream_unreachable\"");
      assertThat(rig.over().story).contains("kind=UNREACHABLE");
    }
  }

  @Test
  void whatIsNoHttpIsA502() throws Exception {
    RawServer.Script script = (line, _, _) -> line.print("SSH-2.0-OpenSSH_9.2\r\n\r\n");
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll())
          .contains("502 ")
          .contains("upstream u0 sent an invalid HTTP response");
      assertThat(rig.over().story).contains("kind=MALFORMED");
    }
  }

  @Test
  void brokenChunksAreHandedOnAndNeverEndCleanly() throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          line.print(STREAM + EVENT + "zz\r\n");
          line.fin();
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll()).isEqualTo(STREAM + EVENT + "zz\r\n");
      assertThat(rig.over().story).contains("Cut[");
    }
  }

  @Test
  void aClientThatLeavesInMidstreamIsToldToTheServerAtOnce() throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          line.print(STREAM + EVENT);
          line.clientLeft();
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url())) {
      try (RawSocket client = rig.common(RelayRig.POST)) {
        client.readUntil("data: a\n\n\r\n");
      }
      assertThat(server.someoneLeft()).isTrue();
      assertThat(rig.over().story).endsWith("ClientLeft[stalled=false]");
    }
  }

  @Test
  void aClientThatLeavesBeforeTheFirstTokenIsToldToTheServerAtOnce() throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    RawServer.Script script =
        (line, _, _) -> {
          requested.countDown();
          line.clientLeft();
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url())) {
      try (RawSocket _ = rig.common(RelayRig.POST)) {
        assertThat(RawServer.await(requested)).isTrue();
      }
      assertThat(server.someoneLeft()).isTrue();
      assertThat(rig.over().story).endsWith("ClientLeft[stalled=false]");
    }
  }

  @Test
  void anAnswerThatDoesNotBeginInTimeIsA504() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.silence());
        RelayRig rig = RelayRig.to(patient(server.url(), 1, 0));
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll())
          .startsWith("HTTP/1.1 504 ")
          .contains("upstream u did not answer in time");
    }
  }

  @Test
  void anAnswerWhoseHeadDoesNotEndInTimeIsA504() throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          line.print("HTTP/1.1 200 OK\r\nContent-Ty");
          line.silence();
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = RelayRig.to(patient(server.url(), 1, 0));
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll()).startsWith("HTTP/1.1 504 ");
    }
  }

  @Test
  void aServerThatDoesNotReadARequestIsNotWaitedForLonger() throws Exception {
    int length = 100_000_000;
    try (ServerSocket deaf = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        RelayRig rig =
            RelayRig.to(patient("http://127.0.0.1:" + deaf.getLocalPort(), 0, 500_000_000));
        RawSocket client =
            rig.common("POST / HTTP/1.1\r\nHost: g\r\nContent-Length: " + length + "\r\n\r\n")) {
      Thread upload = Thread.ofVirtual().start(() -> uploaded(client, length));
      assertThat(client.readAll()).startsWith("HTTP/1.1 504 ");
      upload.join();
    }
  }

  private static void uploaded(RawSocket client, int length) {
    try {
      for (int sent = 0; sent < length; sent += 1_000_000) {
        client.send("x".repeat(1_000_000));
      }
    } catch (UncheckedIOException e) {
      // The relay lingers only for a while, and then closes although the client is still sending.
      assertThat(e).hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void anAnswerThatPausesForTooLongIsBrokenOff() throws Exception {
    RawServer.Script script =
        (line, _, _) -> {
          line.print(STREAM + EVENT);
          line.silence();
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = RelayRig.to(patient(server.url(), 0, 1));
        RawSocket client = rig.common(RelayRig.POST)) {
      client.readUntil("data: a\n\n\r\n");
      assertThat(client.readAll()).isEmpty();
      assertThat(client.wasReset()).isTrue();
      assertThat(rig.over().story).endsWith("IdleTimeout[]");
    }
  }

  private static Upstream patient(String url, long firstByteNanos, long idleNanos) {
    return new Upstream(
        "u", URI.create(url), Tls.SYSTEM, false, List.of(), NEVER, firstByteNanos, idleNanos);
  }

  @Test
  void aRequestThatDoesNotComeInTimeIsA408() throws Exception {
    RelayOptions hasty = new RelayOptions("127.0.0.1", 0, null, 9, 999, 99, 1, 1, NEVER);
    try (RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"));
        RelayRig rig = new RelayRig(hasty, server.url());
        RawSocket head = rig.common("POST / HT");
        RawSocket body = rig.common("POST / HTTP/1.1\r\nHost: g\r\nContent-Length: 9\r\n\r\n{")) {
      assertThat(head.readAll()).startsWith("HTTP/1.1 408 ");
      assertThat(body.readAll()).startsWith("HTTP/1.1 408 ");
      assertThat(rig.relay().counts().of(RelayCounts.Event.MALFORMED)).isEqualTo(2);
    }
  }

  @Test
  void aConnectionThatAsksNothingIsClosedInSilence() throws Exception {
    RelayOptions hasty = new RelayOptions("127.0.0.1", 0, null, 9, 999, 99, NEVER, NEVER, 1);
    try (RelayRig rig = new RelayRig(hasty, "http://127.0.0.1:1");
        RawSocket client = rig.client()) {
      assertThat(client.readAll()).isEmpty();
      assertThat(client.wasReset()).isFalse();
    }
  }

  @Test
  void aClientThatStopsReadingHoldsTheServerUpAndIsShownOut() throws Exception {
    RelayOptions hasty = new RelayOptions("127.0.0.1", 0, null, 9, 999, 99, NEVER, 1, NEVER);
    CountDownLatch stuck = new CountDownLatch(1);
    RawServer.Script script =
        (line, _, _) -> {
          line.print("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
          try {
            for (int i = 0; i < 1000; i++) {
              line.print("x".repeat(1_000_000));
            }
          } catch (java.io.IOException e) {
            stuck.countDown();
          }
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(hasty, server.url());
        RawSocket _ = rig.common("GET / HTTP/1.1\r\nHost: g\r\n\r\n")) {
      assertThat(RawServer.await(stuck)).isTrue();
      RelayRig.Seen seen = rig.over();
      assertThat(seen.story).endsWith("ClientLeft[stalled=true]");
      assertThat(seen.written).isLessThan(100_000_000);
    }
  }
}
