package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.BareClient;
import dev.goodput.testing.BareClient.End;
import dev.goodput.testing.BareClient.Got;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// HTTP/2 requests that would become different requests in HTTP/1.1.
@Tag("fault")
final class RelayHttp2RequestTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a coding of HTTP/1.1     | /                        | transfer-encoding | chunked
          a header of a connection | /                        | connection        | keep-alive
          another length           | /                        | content-length    | 1
          a line end in a value    | /                        | x-a               | b~x-c: d
          a request in a value     | /                        | x-a               | b~~GET /evil HTTP/1.1
          a line end in a name     | /                        | x-a: b~x-c        | d
          a blank in a name        | /                        | x a               | b
          a colon in a name        | /                        | x:a               | b
          an upper-case name       | /                        | X-A               | b
          a line end in the path   | / HTTP/1.1~x-a: b        | x-b               | c
          a request in the path    | /~~GET /evil             | x-b               | c
          a blank in the path      | /a /b                    | x-b               | c
          a lone return            | /                        | x-a               | b%c
          a NUL                    | /                        | x-a               | b{00}c
          a control before a value | /                        | x-a               | {0b}b
          a name that is none      | /                        | ``                | b
          a header of HTTP/1.1     | /                        | keep-alive        | 5
          a proxy's header         | /                        | proxy-connection  | close
          another protocol         | /                        | upgrade           | h2c
          codings it takes         | /                        | te                | gzip
          an unknown pseudo-header | /                        | :x                | b
          a path among the fields  | /                        | :path             | /evil
          a status                 | /                        | :status           | 200
          another host             | /                        | :authority        | evil
          a path without its slash | foo                      | x-b               | c
          """)
  void areNeverHandedOnWhereTheyCouldBeReadInTwoWays(
      String name, String path, String field, String value) throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"));
        RelayRig rig = new RelayRig(server.url());
        BareClient client = BareClient.to(rig.relay().port(), true)) {
      client.ask(lines(path), Bytes.of("{}"), lines(field), lines(value));
      Got got = client.rest();

      assertThat(got.end() == End.RESET || got.status() == 400).as(name + " " + got).isTrue();
      client.ask("/", Bytes.of("{}"));
      assertThat(client.rest().body()).as("the next one on the same connection").isEqualTo("ok");
      assertThat(server.requests()).as(name).hasSize(1).noneMatch(each -> each.contains("evil"));
      assertThat(rig.relay().counts().of(RelayCounts.Event.MALFORMED)).isEqualTo(1);
    }
  }

  @Test
  void getA431WhereTheirHeadIsTooLong() throws Exception {
    RelayOptions small =
        new RelayOptions("127.0.0.1", 0, null, 9, 400, 9, 1L << 40, 1L << 40, 1L << 40);
    String much = "y".repeat(120);
    try (RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"));
        RelayRig rig = new RelayRig(small, server.url());
        BareClient client = BareClient.to(rig.relay().port(), true)) {
      client.ask("/", Bytes.of("{}"), "x-a", much, "x-b", much, "x-c", much);
      assertThat(client.rest().status()).isEqualTo(431);
      client.ask("/", Bytes.of("{}"));
      assertThat(client.rest().body()).isEqualTo("ok");
      assertThat(rig.relay().counts().of(RelayCounts.Event.MALFORMED)).isEqualTo(1);
    }
  }

  @Test
  void areCountedWhereTheySayNeitherMethodNorPath() throws Exception {
    try (RelayRig rig = new RelayRig("http://127.0.0.1:" + RawServer.deadPort());
        FrameClient client = new FrameClient(rig.relay().port())) {
      client.head(1, ":scheme", "http", ":authority", "gateway");
      client.untilReset(1);
      assertThat(rig.relay().counts().of(RelayCounts.Event.MALFORMED)).isEqualTo(1);
    }
  }

  /// Otherwise a faulty client would look like one that ran out of patience.
  @Test
  void areNoClientsThatLeftWhereTheirBodyIsAnotherLength() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.silence());
        RelayRig rig = new RelayRig(server.url());
        FrameClient client = new FrameClient(rig.relay().port())) {
      client.head(
          1,
          ":method",
          "POST",
          ":scheme",
          "http",
          ":path",
          "/",
          ":authority",
          "gateway",
          "content-length",
          "5");
      client.send(FrameClient.DATA, FrameClient.END_STREAM, 1, Bytes.of("{}"));
      client.untilReset(1);
      assertThat(rig.over().story).endsWith("Refused[status=400, type=bad_request]");
      assertThat(rig.relay().counts().of(RelayCounts.Event.MALFORMED)).isEqualTo(1);
      assertThat(rig.forgetsAll()).isTrue();
      assertThat(rig.relay().counts().unfinished()).isZero();
    }
  }

  private static String lines(String text) {
    return RelayTwoWaysTest.lines(text);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void learnThatAnUpstreamIsNotThere(boolean two) throws Exception {
    try (RelayRig rig = new RelayRig("http://127.0.0.1:" + RawServer.deadPort());
        BareClient client = BareClient.to(rig.relay().port(), two)) {
      client.ask("/", Bytes.of("{}"));
      Got got = client.rest();

      assertThat(got.status()).isEqualTo(502);
      assertThat(got.end()).isEqualTo(End.WHOLE);
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void getA503OnceAndAsItCame(boolean two) throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.json(503, "{\"busy\":1}"));
        RelayRig rig = RelayRig.to(Upstream.of("u", server.url()));
        BareClient client = BareClient.to(rig.relay().port(), two)) {
      client.ask("/", Bytes.of("{}"));
      Got got = client.rest();

      assertThat(got.status()).isEqualTo(503);
      assertThat(got.body()).isEqualTo("{\"busy\":1}");
      assertThat(server.requests()).hasSize(1);
    }
  }
}
