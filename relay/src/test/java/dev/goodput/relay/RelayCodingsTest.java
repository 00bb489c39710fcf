package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Transfer codings in a server's response, and what its client receives: one framing, or a 502
/// that names the codings. A tilde stands for a line end.
@Tag("fault")
final class RelayCodingsTest {
  private static final String GET = "GET /v1/models HTTP/1.1\r\nHost: g\r\n\r\n";

  private static String lines(String text) {
    return text.replace("~", "\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          empty elements    | 1.1 200 OK~Transfer-Encoding: ,chunked,,~~2~ok~0~~ | 200 OK~Transfer-Encoding: chunked~~2~ok~0~~
          an empty line     | 1.1 200 OK~transfer-encoding:~Transfer-Encoding: chunked~~2~ok~0~~ | 200 OK~Transfer-Encoding: chunked~~2~ok~0~~
          identity first    | 1.1 200 OK~Transfer-Encoding: identity, chunked~X: a~~2~ok~0~~ | 200 OK~X: a~Transfer-Encoding: chunked~~2~ok~0~~
          upper case        | 1.1 200 OK~Transfer-Encoding: CHUNKED~~2~ok~0~~ | 200 OK~Transfer-Encoding: CHUNKED~~2~ok~0~~
          a list and length | 1.1 200 OK~Content-Length: 2~Transfer-Encoding: chunked,~~2~ok~0~~ | 200 OK~Transfer-Encoding: chunked~~2~ok~0~~
          identity alone    | 1.1 200 OK~Transfer-Encoding: identity~Content-Length: 2~~ok | 200 OK~Content-Length: 2~~ok
          no coding         | 1.1 200 OK~Transfer-Encoding:~Content-Length: 2~~ok | 200 OK~Content-Length: 2~~ok
          HTTP/1.0          | 1.0 200 OK~Transfer-Encoding: chunked~~2~ok~0~~ | 200 OK~Transfer-Encoding: chunked~~2~ok~0~~
          no content        | 1.1 204 None~Transfer-Encoding: chunked~X: a~~ | 204 None~X: a~~
          not modified      | 1.1 304 Same~Transfer-Encoding: gzip, chunked~X: a~~ | 304 Same~X: a~~
          an interim one    | 1.1 103 Hints~Transfer-Encoding: chunked~X: a~~HTTP/1.1 204 None~Y: b~~ | 103 Hints~X: a~~HTTP/1.1 204 None~Y: b~~
          """)
  void areHandedOnAsOneFraming(String name, String message, String received) throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.print(lines("HTTP/" + message)));
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(GET)) {
      String expected = lines("HTTP/1.1 " + received);
      String end = expected.substring(expected.length() - 6);
      assertThat(client.readUntil(end)).as(name).isEqualTo(expected);
      assertThat(rig.over().story).endsWith("Whole[byClose=false]");
    }
  }

  /// The server leaves the connection open, as if for its next response.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "chunked~transfer-encoding: chunked",
        "chunked, chunked",
        "gzip, chunked",
        "chunked, gzip",
        "gzip",
        "chunked;q=1",
        "\"chunked\"",
        "chunked~Content-Length: 2~Transfer-Encoding: gzip"
      })
  void areA502ThatNamesThemWhereTheyCannotBeRead(String codings) throws Exception {
    String answer = lines("HTTP/1.1 200 OK~Transfer-Encoding: " + codings + "~~2~ok~0~~");
    try (RawServer server = RawServer.start((line, _, _) -> line.print(answer));
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll())
          .startsWith("HTTP/1.1 502 ")
          .contains("upstream u0 sent an invalid HTTP response: transfer-encoding ");
      assertThat(rig.over().story).contains("kind=MALFORMED", "transfer-encoding");
    }
  }

  /// The body is not chunked as its head states, and the connection stays open.
  @ParameterizedTest
  @ValueSource(strings = {"POST / HTTP/1.1", "POST / HTTP/1.0"})
  void breakTheAnswerOffWhereItsBodyIsNotCodedSo(String requested) throws Exception {
    RawServer.Script script =
        (line, _, _) -> line.print(lines("HTTP/1.1 200 OK~Transfer-Encoding: chunked~~{\"a\":1}"));
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(requested + "\r\nHost: g\r\nContent-Length: 0\r\n\r\n")) {
      String _ = client.readAll();
      assertThat(client.wasReset()).isTrue();
      assertThat(rig.over().story).contains("Cut[reset=true, detail=");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2~ok~0~~", "1~o~1;a=b~k~0~X-Sum: 1~~"})
  void areTakenOffForAClientOfTheOldVersion(String body) throws Exception {
    String answer = lines("HTTP/1.1 200 OK~Transfer-Encoding: chunked~Content-Type: a/b~~" + body);
    try (RawServer server = RawServer.start((line, _, _) -> line.print(answer));
        RelayRig rig = new RelayRig(server.url());
        RawSocket client =
            rig.common("GET / HTTP/1.0\r\nHost: g\r\nConnection: keep-alive\r\n\r\n")) {
      assertThat(client.readAll())
          .isEqualTo(lines("HTTP/1.1 200 OK~Content-Type: a/b~Connection: close~~ok"));
      RelayRig.Seen seen = rig.over();
      assertThat(seen.answer).hasToString("ok");
      assertThat(seen.story).endsWith("Whole[byClose=false]");
    }
  }
}
