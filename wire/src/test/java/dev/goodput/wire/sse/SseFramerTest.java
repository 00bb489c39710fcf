package dev.goodput.wire.sse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The byte-level cases that servers are known for, each cut at every byte.
final class SseFramerTest {

  private static List<String> frame(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
    List<String> whole = frame(bytes, bytes.length);
    for (int cut = 0; cut < bytes.length; cut++) {
      assertThat(frame(bytes, cut)).as("cut at %d", cut).isEqualTo(whole);
    }
    FrameLog log = new FrameLog();
    Framer framer = Framer.serverSentEvents(log);
    Bytes.oneByOne(bytes, framer::feed);
    framer.finish();
    assertThat(log.events).isEqualTo(whole);
    return whole;
  }

  private static List<String> frame(byte[] bytes, int cut) {
    FrameLog log = new FrameLog();
    Framer framer = Framer.serverSentEvents(log);
    Bytes.inTwo(bytes, cut, framer::feed);
    framer.finish();
    return log.events;
  }

  @Test
  void endsLinesAtLineFeedCarriageReturnOrBoth() {
    assertThat(frame("data: {\"a\":1}\n\n")).containsExactly("{\"a\":1}");
    assertThat(frame("data: {\"a\":1}\r\n\r\n")).containsExactly("{\"a\":1}");
    assertThat(frame("data: {\"a\":1}\r\rdata: {\"a\":2}\r\r"))
        .containsExactly("{\"a\":1}", "{\"a\":2}");
    assertThat(frame("data: 1\r\ndata: 2\n\r\ndata: 3\r\n\n")).containsExactly("1\n2", "3");
  }

  @Test
  void reportsAnEventOnceWhenALineEndIsSplit() {
    FrameLog log = new FrameLog();
    Framer framer = Framer.serverSentEvents(log);
    feed(framer, "data: x\r");
    assertThat(log.events).isEmpty();
    feed(framer, "\n\r");
    assertThat(log.events).containsExactly("x");
    feed(framer, "\ndata: y\n\n");
    assertThat(log.events).containsExactly("x", "y");
  }

  private static void feed(Framer framer, String text) {
    byte[] bytes = Bytes.of(text);
    framer.feed(bytes, 0, bytes.length);
  }

  @Test
  void dropsOnlyOneSpaceAfterTheColon() {
    assertThat(frame("data:{\"a\":1}\n\n")).containsExactly("{\"a\":1}");
    assertThat(frame("data:  x\n\n")).containsExactly(" x");
    assertThat(frame("data:\tx\n\n")).containsExactly("\tx");
  }

  @Test
  void skipsComments() {
    assertThat(frame(": OPENROUTER PROCESSING\n\n:\n\n: keep-alive\n\n: ping\r\n\r\ndata: x\n\n"))
        .containsExactly("x");
    assertThat(frame("data: a\n: between\ndata: b\n\n")).containsExactly("a\nb");
  }

  @Test
  void blankLinesAloneAreNoEvent() {
    assertThat(frame("\n\n\ndata: x\n\n\n")).containsExactly("x");
  }

  @Test
  void emptyDataIsAnEvent() {
    assertThat(frame("data:\n\ndata: x\n\n")).containsExactly("", "x");
    assertThat(frame("data\n\n")).containsExactly("");
  }

  @Test
  void joinsSeveralDataLines() {
    assertThat(frame("data: {\"a\":\ndata: 1}\n\n")).containsExactly("{\"a\":\n1}");
    assertThat(frame("data\ndata: \ndata:x\n\n")).containsExactly("\n\nx");
  }

  @Test
  void readsFieldsInAnyOrderAndIgnoresUnknownOnes() {
    assertThat(frame("id: 7\nevent: e\nretry: 3000\ndata: x\n\n")).containsExactly("x");
    assertThat(frame("data: x\nevent: error\n\ndata: y\n\n")).containsExactly("ERROR x", "y");
    assertThat(frame("dat: x\ndatax: y\nDATA: z\n\n")).isEmpty();
    assertThat(frame("event: error\n\ndata: fine\n\n")).containsExactly("fine");
  }

  @Test
  void reportsAnErrorField() {
    assertThat(frame("error: {\"code\":500}\n\ndata: [DONE]\n\n"))
        .containsExactly("ERROR_FIELD {\"code\":500}", "[DONE]");
  }

  @Test
  void dropsAByteOrderMarkAtTheVeryStartOnly() {
    assertThat(frame("\u00ef\u00bb\u00bfdata: x\n\n")).containsExactly("x");
    assertThat(frame("data: \u00ef\u00bb\u00bfx\n\n")).containsExactly("\u00ef\u00bb\u00bfx");
    assertThat(frame("\u00ef\u00bbdata: x\n\ndata: y\n\n")).containsExactly("y");
    assertThat(frame("data: x\n\n\u00ef\u00bb\u00bfdata: y\n\n")).containsExactly("x");
  }

  @Test
  void otherLineEndsOfUnicodeAreData() {
    String text = "a\u00e2\u0080\u00a8b\u00e2\u0080\u00a9c\u00c2\u0085d\u000be\ff\u0000g";
    assertThat(frame("data: " + text + "\n\n")).containsExactly(text);
  }

  @Test
  void joinsSplitCharacters() {
    String sun = "\u00e6\u0097\u00a5\u00f0\u009f\u0098\u0080";
    assertThat(frame("data: {\"t\":\"" + sun + "\"}\n\n"))
        .containsExactly("{\"t\":\"" + sun + "\"}");
  }

  @Test
  void reportsWhatTheEndOfTheBodyTruncated() {
    assertThat(frame("data: [DONE]")).containsExactly("[DONE] (cut)");
    assertThat(frame("data: a\n\ndata: [DONE]\n")).containsExactly("a", "[DONE] (cut)");
    assertThat(frame("data: a\n\ndata: {\"x\":")).containsExactly("a", "{\"x\": (cut)");
    assertThat(frame("data: a\n\n: bye")).containsExactly("a");
  }

  @Test
  void acceptsEventsUpToSixteenMebibytes() {
    byte[] text = new byte[Framer.EVENT_LIMIT - 64];
    java.util.Arrays.fill(text, (byte) 'x');
    byte[] body = Bytes.join(Bytes.of("data: "), text, Bytes.of("\n\n"));
    assertThat(frame(body, body.length / 3).getFirst()).hasSize(text.length);
  }

  @Test
  void givesUpOnALongerEvent() {
    byte[] text = new byte[1 << 20];
    java.util.Arrays.fill(text, (byte) 'x');
    FrameLog log = new FrameLog();
    Framer framer = Framer.serverSentEvents(log);
    feed(framer, "data: ");
    for (int i = 0; i < 18; i++) {
      framer.feed(text, 0, text.length);
    }
    framer.finish();
    assertThat(log.events).containsExactly("too long");
  }
}
