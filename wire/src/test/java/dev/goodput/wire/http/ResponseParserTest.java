package dev.goodput.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ResponseParserTest {

  private static String parse(String response) {
    byte[] bytes = Bytes.of(response);
    String whole = parse(bytes, bytes.length);
    for (int cut = 0; cut < bytes.length; cut++) {
      assertThat(parse(bytes, cut)).as("cut at %d", cut).isEqualTo(whole);
    }
    ResponseLog log = new ResponseLog();
    ResponseParser parser = new ResponseParser(log);
    parser.reset();
    Bytes.oneByOne(bytes, parser::feed);
    assertThat(log.toString()).isEqualTo(whole);
    return whole;
  }

  private static String parse(byte[] bytes, int cut) {
    ResponseLog log = new ResponseLog();
    ResponseParser parser = new ResponseParser(log);
    parser.reset();
    Bytes.inTwo(bytes, cut, parser::feed);
    return log.toString();
  }

  private static ResponseHead head(String response) {
    return Objects.requireNonNull(fed(response).head());
  }

  private static ResponseParser fed(String response) {
    ResponseParser parser = new ResponseParser(new ResponseLog());
    parser.reset();
    byte[] bytes = Bytes.of(response);
    assertThat(parser.feed(bytes, 0, bytes.length)).isEqualTo(bytes.length);
    return parser;
  }

  @Test
  void readsABodyOfKnownLength() {
    assertThat(parse("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"))
        .isEqualTo("200 end |hello");
  }

  @Test
  void readsAnEmptyBody() {
    assertThat(parse("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")).isEqualTo("503 end |");
    assertThat(parse("HTTP/1.1 204 No Content\r\n\r\n")).isEqualTo("204 end |");
    assertThat(parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"))
        .isEqualTo("200 end |");
  }

  @Test
  void readsChunksWithExtensionsAndTrailers() {
    assertThat(
            parse(
                "HTTP/1.1 200 OK\r\n"
                    + "Transfer-Encoding: Chunked\r\n\r\n"
                    + "5;a=b\r\n"
                    + "hello\r\n"
                    + "B ; x=\"y\"\r\n"
                    + " world, yes\r\n"
                    + "0;z\r\n"
                    + "X-Sum: 1\r\n"
                    + "Y: 2\r\n\r\n"))
        .isEqualTo("200 end |hello world, yes");
  }

  @Test
  void acceptsABareLineFeedAsALineEnd() {
    assertThat(parse("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nhi\n0\n\n"))
        .isEqualTo("200 end |hi");
  }

  @Test
  void skipsInterimResponses() {
    assertThat(
            parse(
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        .isEqualTo("200 end |ok");
  }

  @Test
  void readsToTheEndOfTheConnectionWithoutALength() {
    assertThat(parse("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall of it"))
        .isEqualTo("200 |all of it");
    ResponseParser parser = fed("HTTP/1.1 200 OK\r\n\r\nx");
    assertThat(parser.done()).isFalse();
    assertThat(parser.endOfInput()).isTrue();
    assertThat(parser.reusable()).isFalse();
  }

  @Test
  void recognizesATruncatedBody() {
    assertThat(fed("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx").endOfInput()).isFalse();
    assertThat(fed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx").endOfInput())
        .isFalse();
    assertThat(fed("HTTP/1.1 200").endOfInput()).isFalse();
  }

  @Test
  void leavesBytesAfterTheResponse() {
    ResponseLog log = new ResponseLog();
    ResponseParser parser = new ResponseParser(log);
    parser.reset();
    byte[] bytes = Bytes.of("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 408");
    assertThat(parser.feed(bytes, 0, bytes.length)).isEqualTo(bytes.length - 12);
    assertThat(log.body()).isEqualTo("x");
  }

  @Test
  void reportsWhetherTheConnectionIsReusable() {
    String length = "Content-Length: 0\r\n";
    assertThat(fed("HTTP/1.1 200 OK\r\n" + length + "\r\n").reusable()).isTrue();
    assertThat(fed("HTTP/1.1 200 OK\r\nConnection: Close\r\n" + length + "\r\n").reusable())
        .isFalse();
    assertThat(fed("HTTP/1.0 200 OK\r\n" + length + "\r\n").reusable()).isFalse();
    assertThat(fed("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n" + length + "\r\n").reusable())
        .isTrue();
  }

  @Test
  void chunkedWinsOverALength() {
    assertThat(
            parse(
                "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "2\r\nhi\r\n0\r\n\r\n"))
        .isEqualTo("200 end |hi");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CHUNKED", ", chunked,,", "identity, chunked", "chunked,identity"})
  void ignoresIdentityCodings(String codings) {
    assertThat(
            parse(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: "
                    + codings
                    + "\r\n\r\n2\r\nhi\r\n0\r\n\r\n"))
        .isEqualTo("200 end |hi");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "identity", " , ,"})
  void readsALengthWithAnIdentityCoding(String codings) {
    assertThat(
            parse(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: "
                    + codings
                    + "\r\n\r\nhi"))
        .isEqualTo("200 end |hi");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "chunked, chunked",
        "chunked\r\ntransfer-encoding: chunked",
        "gzip, chunked",
        "chunked, gzip",
        "chunked;q=1",
        "\"chunked\"",
        "xchunked"
      })
  void namesUnsupportedCodings(String codings) {
    assertThat(
            parse(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: "
                    + codings
                    + "\r\n\r\n"))
        .startsWith("malformed: transfer-encoding \"");
  }

  /// After such a response, the start of the next one is unknown.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 204 None\r\nTransfer-Encoding: chunked\r\n\r\n"
      })
  void doesNotReuseAConnectionWithContradictoryHeaders(String response) {
    ResponseParser parser = fed(response);
    assertThat(parser.done()).isTrue();
    assertThat(parser.reusable()).isFalse();
  }

  @Test
  void rejectsInvalidResponses() {
    assertThat(parse("SSH-2.0-OpenSSH_9\r\n\r\n"))
        .startsWith("malformed: not an HTTP response: \"SSH-2.0-OpenSSH_9");
    assertThat(parse("HTTP/2.0 200 OK\r\n\r\n")).startsWith("malformed");
    assertThat(parse("HTTP/1.1 20 OK\r\n\r\n")).startsWith("malformed");
    assertThat(parse("HTTP/1.1 101 Switching Protocols\r\n\r\n")).startsWith("malformed");
    assertThat(parse("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n")).startsWith("malformed");
    assertThat(parse("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"))
        .startsWith("malformed");
    assertThat(parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"))
        .startsWith("malformed: transfer-encoding");
  }

  @Test
  void rejectsBrokenChunks() {
    String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    assertThat(parse(head + "\r\n")).isEqualTo("200 malformed: a chunk has no size |");
    assertThat(parse(head + "2z\r\nhi\r\n")).contains("stray character");
    assertThat(parse(head + "1\r\nhi\r\n")).contains("longer than its size");
    assertThat(parse(head + "1234567890abcdef0\r\n")).contains("digits");
  }

  @Test
  void looksHeadersUpInAnyCase() {
    ResponseHead head =
        head("HTTP/1.1 429 Slow\r\nRETRY-after:  7 \r\nX: 1\r\nx: 2\r\nContent-Length: 0\r\n\r\n");
    assertThat(head.header("retry-after")).isEqualTo("7");
    assertThat(head.joined("x")).isEqualTo("1,2");
    assertThat(head.header("retry")).isNull();
  }

  @Test
  void namesTheMediaTypeWithoutParameters() {
    ResponseHead head =
        head(
            "HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream; charset=utf-8\r\n"
                + "Content-Length: 0\r\n\r\n");
    assertThat(head.mediaType()).isEqualTo("text/event-stream");
  }
}
