package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.FrameServer;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.http.ResponseHead;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Replies of real engines have the same meaning in HTTP/2 as in HTTP/1.1, whatever the frames and
/// reads.
final class Http2RecordingsTest {
  private static final long SEED = 271828;
  private static final int ROUNDS = 40;

  private static byte[] body(String name) {
    byte[] recording = Bytes.resource("recordings/" + name + ".txt");
    int head = new String(recording, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
    return Arrays.copyOfRange(recording, head, recording.length);
  }

  /// Returns the result for HTTP/1.1.
  private static Replay.Seen plain(byte[] body) {
    Replay replay = Replay.stream();
    byte[] head = Bytes.of(Replay.HEAD);
    byte[] all = Bytes.join(head, Bytes.chunked(body, 1 << 20));
    replay.at(1, all, 0, all.length);
    return replay.seen();
  }

  /// A reader of payloads like those of a stream, without a socket.
  private static final class Payloads {
    private final AnswerLog log = new AnswerLog(false);
    private final ResponseReader reader =
        new ResponseReader(true, log, sink -> Dialect.named("chat").newParser(sink, false));
    private long stamp;

    Payloads() {
      byte[] head = Bytes.of("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n");
      reader.head(Objects.requireNonNull(ResponseHead.of(head)), ++stamp);
    }

    void take(byte[] bytes, int from, int to) {
      stamp++;
      byte[] own = Arrays.copyOfRange(bytes, from, to);
      int at = reader.matcher.matchEvents(own, own.length, stamp);
      if (at < own.length) {
        reader.payload(own, at, own.length, stamp);
      }
      Arrays.fill(own, (byte) '~');
    }

    Replay.Seen end() {
      reader.end(++stamp);
      Outcome outcome = reader.answer.outcome();
      List<Channel> channels = new ArrayList<>();
      ChunkLog.Cursor cursor = log.chunks().cursor();
      while (cursor.next()) {
        channels.add(cursor.channel());
      }
      return new Replay.Seen(outcome, channels, log.tokens(), "");
    }
  }

  private static Replay.Seen withoutText(Replay.Seen seen) {
    return new Replay.Seen(seen.outcome(), seen.chunks(), seen.tokens(), "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "llamacpp_chat_stream",
        "llamacpp_chat_stream_nousage",
        "llamacpp_completions_stream",
        "llamacpp_error_midstream",
        "ollama_openai_chat_stream",
        "vllm_chat_usage_stream",
        "vllm_completions_usage_stream"
      })
  void meansTheSameWhereverItsPayloadIsCut(String name) {
    byte[] body = body(name);
    Replay.Seen expected = withoutText(plain(body));
    for (int cut = 0; cut < body.length; cut++) {
      Payloads payloads = new Payloads();
      Bytes.inTwo(body, cut, payloads::take);
      assertThat(payloads.end()).as("cut at %d", cut).isEqualTo(expected);
    }
    Payloads events = new Payloads();
    Bytes.events(body).forEach(each -> events.take(each, 0, each.length));
    assertThat(events.end()).isEqualTo(expected);
  }

  @Test
  @Tag("property")
  void meansTheSameInFramesAndReadsOfAnySize() throws Exception {
    Random random = new Random(SEED);
    byte[] body = body("vllm_chat_usage_stream");
    Replay.Seen expected = plain(body);
    try (FrameServer server = FrameServer.start(100, (stream, _) -> send(stream, body, random));
        ClientRig rig =
            new ClientRig(ClientRig.endpoint(server.url()).over(HttpVersion.TWO), Timeouts.NONE)) {
      for (int round = 0; round < ROUNDS; round++) {
        Exchange exchange = rig.ask();
        assertThat(
                List.of(
                    exchange.outcome(),
                    exchange.chunks().count(),
                    exchange.tokens(),
                    String.valueOf(exchange.text())))
            .as("seed %d round %d", SEED, round)
            .isEqualTo(
                List.of(
                    expected.outcome(),
                    expected.chunks().size(),
                    expected.tokens(),
                    expected.text()));
      }
    }
  }

  private static void send(FrameServer.Stream stream, byte[] body, Random random)
      throws java.io.IOException {
    stream.events();
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    int at = 0;
    while (at < body.length) {
      int end = Math.min(body.length, at + random.nextInt(random.nextBoolean() ? 8 : 900));
      frames.writeBytes(stream.part(body, at, end, end == body.length));
      at = end;
    }
    byte[] all = frames.toByteArray();
    at = 0;
    while (at < all.length) {
      int end = Math.min(all.length, at + 1 + random.nextInt(random.nextBoolean() ? 12 : 1200));
      stream.raw(Arrays.copyOfRange(all, at, end));
      at = end;
    }
  }
}
