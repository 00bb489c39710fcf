package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// HTTP/1.x messages that two readers could understand differently, so that one takes for the next
/// message what the other takes for a body (request smuggling).
@Tag("fault")
final class RelayTwoWaysTest {
  private static final Pattern BYTE = Pattern.compile("\\{([0-9a-f]{2})}");

  /// Converts text: `~` stands for CR LF, `^` for a bare LF, `%` for a bare CR, `{0b}` for the byte
  /// 0x0b.
  static String lines(String text) {
    return BYTE.matcher(text.replace("~", "\r\n").replace('^', '\n').replace('%', '\r'))
        .replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1), 16)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          both lengths                     | 400 | POST / HTTP/1.1~Host: g~Content-Length: 3~Transfer-Encoding: chunked~~0~~
          both, the coding first           | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~Content-Length: 3~~0~~
          both, the coding empty           | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: ~Content-Length: 3~~abc
          both, the length empty           | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~Content-Length:~~0~~
          two lengths                      | 400 | POST / HTTP/1.1~Host: g~Content-Length: 3~Content-Length: 4~~abc
          a length twice                   | 400 | POST / HTTP/1.1~Host: g~Content-Length: 3~Content-Length: 3~~abc
          a length and an empty one        | 400 | POST / HTTP/1.1~Host: g~Content-Length:~Content-Length: 3~~abc
          a list of lengths                | 400 | POST / HTTP/1.1~Host: g~Content-Length: 3, 4~~abc
          a list of one length             | 400 | POST / HTTP/1.1~Host: g~Content-Length: 3, 3~~abc
          a length and a comma             | 400 | POST / HTTP/1.1~Host: g~Content-Length: 3,~~abc
          no length in its header          | 400 | POST / HTTP/1.1~Host: g~Content-Length:~~abc
          a signed length                  | 400 | POST / HTTP/1.1~Host: g~Content-Length: +3~~abc
          a negative length                | 400 | POST / HTTP/1.1~Host: g~Content-Length: -3~~abc
          a length of base 16              | 400 | POST / HTTP/1.1~Host: g~Content-Length: 0x3~~abc
          a length with a fraction         | 400 | POST / HTTP/1.1~Host: g~Content-Length: 3.0~~abc
          a length with a line in it       | 400 | POST / HTTP/1.1~Host: g~Content-Length: 1_0~~0123456789
          a length with a blank in it      | 400 | POST / HTTP/1.1~Host: g~Content-Length: 1 0~~0123456789
          a length past all bounds         | 400 | POST / HTTP/1.1~Host: g~Content-Length: 18446744073709551619~~abc
          a feed before a length           | 400 | POST / HTTP/1.1~Host: g~Content-Length: {0c}3~~abc
          a tab of lines behind a length   | 400 | POST / HTTP/1.1~Host: g~Content-Length: 3{0b}~~abc
          an unknown coding                | 501 | POST / HTTP/1.1~Host: g~Transfer-Encoding: gzip, chunked~~0~~
          a coding behind chunks           | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked, gzip~~0~~
          chunks and then no coding        | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked, identity~~0~~
          no coding and then chunks        | 501 | POST / HTTP/1.1~Host: g~Transfer-Encoding: identity, chunked~~0~~
          a coding in the old version      | 400 | POST / HTTP/1.0~Host: g~Transfer-Encoding: chunked~~0~~
          a hidden coding                  | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: xchunked~~0~~
          two codings                      | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~Transfer-Encoding: chunked~~0~~
          a coding and an empty one        | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding:~Transfer-Encoding: chunked~~0~~
          a coding and another one         | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~Transfer-Encoding: identity~~0~~
          a list of codings                | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked, chunked~~0~~
          a comma behind a coding          | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked,~~0~~
          a comma before a coding          | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: ,chunked~~0~~
          a coding with a parameter        | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked;q=1~~0~~
          a quoted coding                  | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: "chunked"~~0~~
          two words of coding              | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked identity~~0~~
          no coding in its header          | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding:~~0~~
          a tab of lines before a coding   | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: {0b}chunked~~0~~
          a feed before a coding           | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: {0c}chunked~~0~~
          a control behind a coding        | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked{1f}~~0~~
          a DEL behind a coding            | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked{7f}~~0~~
          a return behind a coding         | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked%~~0~~
          a hard blank before a coding     | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: {a0}chunked~~0~~
          a coding in the next line        | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding:~ chunked~~0~~
          coding in 1.0                    | 400 | POST / HTTP/1.0~Host: g~Transfer-Encoding: chunked~~0~~
          obs-fold                         | 400 | GET / HTTP/1.1~Host: g~X: a~ b~~
          obs-fold with a tab              | 400 | GET / HTTP/1.1~Host: g~X: a~{09}b~~
          a blank before all headers       | 400 | GET / HTTP/1.1~ Host: g~Host: g~~
          blank before colon               | 400 | GET / HTTP/1.1~Host : g~~
          tab before colon                 | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding{09}: chunked~~0~~
          control before colon             | 400 | POST / HTTP/1.1~Host: g~Content-Length{0b}: 3~~abc
          blank in a name                  | 400 | GET / HTTP/1.1~Host: g~X Y: z~~
          a name of other letters          | 400 | GET / HTTP/1.1~Host: g~X{e9}: z~~
          no name                          | 400 | GET / HTTP/1.1~Host: g~: z~~
          no colon                         | 400 | GET / HTTP/1.1~Host: g~X~~
          a NUL in a value                 | 400 | GET / HTTP/1.1~Host: g~X: a{00}b~~
          a control in a value             | 400 | GET / HTTP/1.1~Host: g~X: a{01}b~~
          no host                          | 400 | GET / HTTP/1.1~X: g~~
          two hosts                        | 400 | GET / HTTP/1.1~Host: g~Host: h~~
          two hosts in 1.0                 | 400 | GET / HTTP/1.0~Host: g~Host: h~~
          a list of hosts                  | 400 | GET / HTTP/1.1~Host: g, h~~
          two words of host                | 400 | GET / HTTP/1.1~Host: g h~~
          a user at a host                 | 400 | GET / HTTP/1.1~Host: g@h~~
          a path behind a host             | 400 | GET / HTTP/1.1~Host: g/h~~
          lone line feed                   | 400 | GET / HTTP/1.1~Host: g^X: y~~
          lone line feeds alone            | 400 | GET / HTTP/1.1^Host: g^^
          lone return                      | 400 | GET / HTTP/1.1~Host: g%X: y~~
          two returns                      | 400 | GET / HTTP/1.1~Host: g%~~~
          another version                  | 505 | GET / HTTP/2.0~Host: g~~
          a later version                  | 505 | GET / HTTP/1.2~Host: g~~
          a longer version                 | 505 | GET / HTTP/1.10~Host: g~~
          a lower-case version             | 505 | GET / http/1.1~Host: g~~
          no version                       | 400 | GET /~Host: g~~
          two blanks                       | 400 | GET  / HTTP/1.1~Host: g~~
          a blank behind the version       | 400 | GET / HTTP/1.1 ~Host: g~~
          tabs for blanks                  | 400 | GET{09}/{09}HTTP/1.1~Host: g~~
          a blank in the target            | 400 | GET /a b HTTP/1.1~Host: g~~
          a control in the target          | 400 | GET /a{0b}b HTTP/1.1~Host: g~~
          another letter in the target     | 400 | GET /{e9} HTTP/1.1~Host: g~~
          a target without its slash       | 400 | GET foo HTTP/1.1~Host: g~~
          a target of another scheme       | 400 | GET ftp://g/a HTTP/1.1~Host: g~~
          a target without a host          | 400 | GET http:///a HTTP/1.1~Host: g~~
          a star for one thing             | 400 | GET * HTTP/1.1~Host: g~~
          a method that is none            | 400 | G(T / HTTP/1.1~Host: g~~
          a tunnel                         | 405 | CONNECT a:1 HTTP/1.1~Host: g~~
          no chunk size                    | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~~abc~0~~
          a bad chunk size                 | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~zz~abc~0~~
          a signed chunk size              | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~+3~abc~0~~
          a negative chunk size            | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~-3~abc~0~~
          a chunk size of base 16          | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~0x3~abc~0~~
          a chunk size with a line in it   | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~1_0~abc~0~~
          a chunk size past all bounds     | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~10000000000000003~abc~0~~
          a chunk too long                 | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~3~abcd~0~~
          a lone feed in it                | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~3^abc~0~~
          a lone feed behind it            | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~3~abc^0~~
          a lone return behind it          | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~3~abc%0~~
          a blank behind size              | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~3 ~abc~0~~
          a tab behind size                | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~3{09};a=b~abc~0~~
          a lone feed in an extension      | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~3;a=^~abc~0~~
          a lone return in an extension    | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~3;a=%b~abc~0~~
          a control in an extension        | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~3;a={0b}~abc~0~~
          a lone feed behind the last size | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~0^~
          a lone feed at the end           | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~0~^
          a request for a trailer          | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~0~GET /evil HTTP/1.1~Host: h~~
          a blank before a trailer         | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~0~ X: a~~
          a blank in the name of a trailer | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~0~X Y: a~~
          a control in a trailer           | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~0~X: {00}~~
          a length for a trailer           | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~0~Content-Length: 3~~
          a coding for a trailer           | 400 | POST / HTTP/1.1~Host: g~Transfer-Encoding: chunked~~0~X: a~transfer-encoding: chunked~~
          """)
  void aRequestIsRefused(String name, int status, String request) throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"));
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(lines(request))) {
      String reported = client.readAll();
      assertThat(reported)
          .as(name)
          .startsWith("HTTP/1.1 " + status + " ")
          .containsOnlyOnce("\r\n\r\n");
      assertThat(rig.relay().counts().of(RelayCounts.Event.MALFORMED)).isEqualTo(1);
      assertThat(server.requests()).noneMatch(each -> each.contains("evil"));
    }
  }

  /// Unambiguous messages are forwarded unchanged.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          upper case          | / | Transfer-Encoding: CHUNKED           | 0~~
          tabs around a value | / | Transfer-Encoding:{09}chunked{09}    | 0~~
          no blank            | / | Content-Length:3                     | abc
          an absolute target  | http://h/ | Content-Length: 0            | ''
          one without a path  | HTTP://h?a=b | Content-Length: 0         | ''
          a list of hosts' X  | / | X-Forwarded-Host: g, h               | ''
          an extension        | / | Transfer-Encoding: chunked           | 3;a="b c"~abc~0~~
          a trailer           | / | Transfer-Encoding: chunked           | 0~X-Sum: 1~~
          """)
  void aRequestIsHandedOn(String name, String target, String field, String body) throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"));
        RelayRig rig = new RelayRig(server.url());
        RawSocket client =
            rig.common(lines("POST " + target + " HTTP/1.1~Host: g~" + field + "~~" + body))) {
      client.readUntil("\r\n\r\nok");
      assertThat(server.requests().getFirst())
          .as(name)
          .startsWith("POST /" + (target.contains("?") ? "?a=b" : "") + " HTTP/1.1\r\n")
          .contains(lines("~" + field + "~~"));
    }
  }

  /// A server's message is accepted, but its client must read the same as the relay.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          both lengths       | Content-Length: 9~Transfer-Encoding: chunked~~2~ok~0~~ | Transfer-Encoding: chunked~~2~ok~0~~
          a length twice     | Content-Length: 2~Content-Length: 2~~ok                | Content-Length: 2~~ok
          a list of it       | X: a~Content-Length: 2, 2~~ok                          | X: a~Content-Length: 2~~ok
          blank before colon | Content-Length : 2~~ok                                 | Content-Length:  2~~ok
          obs-fold           | Transfer-Encoding:~ chunked~~2~ok~0~~                  | Transfer-Encoding:   chunked~~2~ok~0~~
          a lone return      | X: a%Y: b~Content-Length: 2~~ok                        | X: a Y: b~Content-Length: 2~~ok
          """)
  void anAnswerIsPutRight(String name, String message, String received) throws Exception {
    RawServer.Script script = (line, _, _) -> line.print(lines("HTTP/1.1 200 OK~" + message));
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      String expected = lines("HTTP/1.1 200 OK~" + received);
      String end = received.endsWith("ok") ? "ok" : "\r\n0\r\n\r\n";
      assertThat(client.readUntil(end)).as(name).isEqualTo(expected);
      assertThat(rig.over().answer).hasToString("ok");
    }
  }
}
