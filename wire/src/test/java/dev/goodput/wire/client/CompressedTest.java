package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.RawServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Responses of a server that compresses without being asked.
final class CompressedTest {
  private static final String[] EVENTS = {
    Replay.delta("Grüße"), Replay.delta("b"), Replay.finish("stop"), "data: [DONE]\n\n"
  };

  private static OutputStream coder(String coding, OutputStream to) throws IOException {
    return switch (coding) {
      case "gzip" -> new GZIPOutputStream(to, 512, true);
      case "deflate" -> new DeflaterOutputStream(to, new Deflater(), 512, true);
      default -> new DeflaterOutputStream(to, new Deflater(6, true), 512, true);
    };
  }

  private static byte[] coded(String coding, String... pieces) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = coder(coding, bytes)) {
      for (String each : pieces) {
        out.write(Bytes.of(each));
        out.flush();
      }
    }
    return bytes.toByteArray();
  }

  private static String head(int status, String coding, String type) {
    String name = coding.equals("raw") ? "deflate" : coding;
    return "HTTP/1.1 %d X\r\nContent-Encoding: %s\r\nContent-Type: %s\r\n\r\n"
        .formatted(status, name, type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "raw"})
  void aStreamIsReadWhereverItIsCut(String coding) throws IOException {
    byte[] body = coded(coding, EVENTS);
    for (int cut = 1; cut < body.length; cut++) {
      Replay replay = Replay.stream().at(1, head(200, coding, "text/event-stream"));
      replay.at(2, body, 0, cut).at(3, body, cut, body.length).finAt(4);
      assertThat(replay.outcome()).as("cut at %d", cut).isEqualTo(new Outcome.Ok("stop"));
      assertThat(replay.log().text()).isEqualTo("Grüßeb");
    }
  }

  @Test
  void anEventIsStampedByTheReadThatMadeItReadable() throws IOException {
    byte[] first = coded("gzip", EVENTS[0]);
    byte[] all = coded("gzip", EVENTS);
    int flushed = first.length - 10;
    Replay replay = Replay.stream().at(1, head(200, "gzip", "text/event-stream"));
    replay.at(20, all, 0, flushed);
    assertThat(replay.log().firstToken()).isEqualTo(20);
    replay.at(30, all, flushed, all.length);
    assertThat(replay.log().lastToken()).isEqualTo(30);
  }

  @Test
  void aWholeAnswerIsRead() throws IOException {
    String json = "{\"choices\":[{\"message\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}";
    byte[] body = coded("gzip", json);
    Replay whole = new Replay(false).at(1, head(200, "gzip", "application/json"));
    assertThat(whole.at(2, body, 0, body.length).finAt(3).outcome())
        .isEqualTo(new Outcome.Ok("stop"));
    assertThat(whole.log().firstToken()).isEqualTo(Stamps.ABSENT);
    Replay cut = new Replay(false).at(1, head(200, "gzip", "application/json"));
    assertThat(cut.at(2, body, 0, body.length - 12).finAt(3).outcome())
        .isInstanceOf(Outcome.Truncated.class);
  }

  @Test
  void anErrorIsRead() throws IOException {
    byte[] body = coded("gzip", "{\"error\":\"busy\"}");
    Replay error = Replay.stream().at(1, head(503, "gzip", "application/json"));
    assertThat(error.at(2, body, 0, body.length).finAt(3).outcome())
        .isEqualTo(new Outcome.HttpError(503, "busy"));
  }

  @Test
  void aGzipHeadMayHoldAllItsFields() throws IOException {
    byte[] plain = coded("gzip", EVENTS);
    byte[] fields = Bytes.of("\u0003\u0000abcname\u0000comment\u0000xx");
    byte[] body = new byte[plain.length + fields.length];
    System.arraycopy(plain, 0, body, 0, 10);
    body[3] = 4 | 8 | 16 | 2;
    System.arraycopy(fields, 0, body, 10, fields.length);
    System.arraycopy(plain, 10, body, 10 + fields.length, plain.length - 10);
    for (int cut = 1; cut < 30; cut++) {
      Replay replay = Replay.stream().at(1, head(200, "gzip", "text/event-stream"));
      replay.at(2, body, 0, cut).at(3, body, cut, body.length).finAt(4);
      assertThat(replay.outcome()).as("cut at %d", cut).isEqualTo(new Outcome.Ok("stop"));
    }
  }

  @Test
  void brokenCodingIsMalformed() throws IOException {
    byte[] body = coded("gzip", EVENTS);
    body[12] ^= 0x55;
    body[13] ^= 0x55;
    for (byte[] bad : new byte[][] {body, Bytes.of("data: {}\n\n")}) {
      Replay replay = Replay.stream().at(1, head(200, "gzip", "text/event-stream"));
      assertThat(replay.at(2, bad, 0, bad.length).finAt(3).outcome())
          .isInstanceOf(Outcome.Malformed.class);
    }
  }

  @Test
  void decompressionStopsAtALimit() throws IOException {
    byte[] bomb = coded("gzip", "data: " + "x".repeat(40 << 20));
    Replay replay = Replay.stream().at(1, head(200, "gzip", "text/event-stream"));
    assertThat(replay.at(2, bomb, 0, bomb.length).outcome()).isInstanceOf(Outcome.Malformed.class);
    assertThat(replay.reader.answer.complete()).isTrue();
  }

  @Test
  void thePreflightReportsUnsupportedCompression() throws Exception {
    byte[] body = coded("gzip", EVENTS);
    RawServer.Script server =
        (line, request, _) -> {
          if (request.startsWith("GET")) {
            line.json(200, "{\"data\":[{\"id\":\"m\"}]}");
          } else {
            line.print(head(200, "gzip", "text/event-stream"));
            line.print(body);
            line.fin();
          }
        };
    try (RawServer running = RawServer.start(server)) {
      TargetFacts facts =
          Preflight.probe(
              ClientRig.endpoint(running.url()), PreflightOptions.of(null), PreflightListener.NONE);
      assertThat(facts.notes()).first().asString().startsWith("answers come compressed (gzip)");
    }
  }
}
