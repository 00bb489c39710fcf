package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.testing.Bytes;
import org.junit.jupiter.api.Test;

/// Outcomes of responses that were read to their end.
final class OutcomeTest {

  private static Outcome chunks(String... bodies) {
    Replay replay = Replay.stream().at(1, Replay.HEAD);
    for (String each : bodies) {
      replay.chunkAt(2, each);
    }
    return replay.at(3, "0\r\n\r\n").outcome();
  }

  private static Outcome response(String head, String body) {
    return Replay.stream().at(1, head + "\r\n\r\n" + body).finAt(2).outcome();
  }

  @Test
  void anEndEventOrAFinishReasonCompletesAResponse() {
    assertThat(chunks(Replay.delta("a"), "data: [DONE]\n\n")).isEqualTo(new Outcome.Ok(""));
    assertThat(chunks(Replay.delta("a"), Replay.finish("stop"))).isEqualTo(new Outcome.Ok("stop"));
    assertThat(chunks(Replay.delta("a"), "data: [DONE]")).isEqualTo(new Outcome.Ok(""));
    assertThat(chunks(Replay.delta("a"), Replay.finish("length").strip()))
        .isEqualTo(new Outcome.Ok("length"));
  }

  @Test
  void aBodyThatEndsWithoutEitherIsTruncated() {
    assertThat(chunks(Replay.delta("a")).key()).isEqualTo("truncated");
    assertThat(Replay.stream().at(1, Replay.HEAD).chunkAt(2, Replay.delta("a")).finAt(3).outcome())
        .isInstanceOf(Outcome.Truncated.class);
  }

  @Test
  void anAnswerWithoutATokenIsEmptyBeforeItIsTruncated() {
    assertThat(chunks()).isEqualTo(new Outcome.Empty());
    assertThat(chunks(Replay.finish("stop"), "data: [DONE]\n\n")).isEqualTo(new Outcome.Empty());
    assertThat(chunks(": ping\n\n")).isEqualTo(new Outcome.Empty());
  }

  @Test
  void anErrorInTheStreamTakesPrecedenceOverItsTokens() {
    String error = "data: {\"error\":{\"message\":\"died\"}}\n\n";
    assertThat(chunks(Replay.delta("a"), error, "data: [DONE]\n\n"))
        .isEqualTo(new Outcome.ErrorEvent("died"));
    assertThat(chunks(error)).isEqualTo(new Outcome.ErrorEvent("died"));
    assertThat(chunks("event: error\ndata: {\"message\":\"full\"}\n\n"))
        .isEqualTo(new Outcome.ErrorEvent("full"));
    assertThat(chunks(Replay.delta("a"), "error: {\"message\":\"ctx\"}\n\ndata: [DONE]\n\n"))
        .isEqualTo(new Outcome.ErrorEvent("ctx"));
    assertThat(chunks("\n{\"error\":{\"message\":\"bare\"}}"))
        .isEqualTo(new Outcome.ErrorEvent("bare"));
    assertThat(response("HTTP/1.1 200 OK\r\nContent-Type: application/json", "{\"error\":\"x\"}"))
        .isEqualTo(new Outcome.ErrorEvent("x"));
  }

  @Test
  void aStatusTakesPrecedenceOverEverything() {
    assertThat(response("HTTP/1.1 503 Busy\r\nContent-Type: text/html", "<h1>No</h1>"))
        .isEqualTo(new Outcome.HttpError(503, "No"));
    assertThat(response("HTTP/1.1 302 Found\r\nLocation: http://x/", ""))
        .isEqualTo(new Outcome.HttpError(302, "moved to http://x/"));
    assertThat(response("HTTP/1.1 500 No\r\nContent-Length: 99", "{\"error\":\"cut"))
        .isEqualTo(new Outcome.HttpError(500, "{\"error\":\"cut"));
  }

  @Test
  void aPageInPlaceOfAnAnswerIsMalformed() {
    assertThat(response("HTTP/1.1 200 OK\r\nContent-Type: text/html", "<h1>Login</h1>"))
        .isEqualTo(new Outcome.Malformed("the server answers HTML: Login"));
    assertThat(chunks("<!doctype html><p>x</p>").key()).isEqualTo("malformed");
    assertThat(Replay.stream().at(1, "SSH-2.0\r\n\r\n").outcome().key()).isEqualTo("malformed");
    assertThat(chunks(Replay.delta("a"), "data: nonsense\n\n", "data: [DONE]\n\n").key())
        .isEqualTo("malformed");
  }

  @Test
  void unrequestedCompressionIsMalformed() {
    assertThat(
            response(
                "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Type: text/event-stream", "x"))
        .isEqualTo(new Outcome.Malformed("the answer is compressed (br), which was not requested"));
    assertThat(response("HTTP/1.1 500 No\r\nContent-Encoding: br", "\u0001x"))
        .isEqualTo(new Outcome.HttpError(500, "(compressed: br)"));
  }

  @Test
  void anEndlessResponseIsCancelledAtItsLimit() {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    Replay replay = Replay.stream().at(1, head);
    byte[] much = Bytes.of("x".repeat(1 << 20));
    for (int i = 0; i < 17; i++) {
      replay.next(much, 0, much.length);
    }
    assertThat(replay.reader.answer.complete()).isTrue();
    assertThat(replay.reader.reusable()).isFalse();
    assertThat(replay.outcome())
        .isEqualTo(new Outcome.Malformed("the answer is over 16777216 bytes"));
  }

  @Test
  void anEndlessEventIsCancelledAtItsLimit() {
    Replay replay = Replay.stream().at(1, "HTTP/1.1 200 OK\r\n\r\n").at(2, "data: ");
    byte[] much = Bytes.of("x".repeat(1 << 20));
    for (int i = 0; i < 17; i++) {
      replay.next(much, 0, much.length);
    }
    assertThat(replay.reader.answer.complete()).isTrue();
    assertThat(replay.outcome()).isInstanceOf(Outcome.Malformed.class);
  }

  @Test
  void eventsMayHaveTheJsonMediaType() {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json";
    String events = Replay.delta("a") + Replay.finish("stop") + "data: [DONE]\n\n";
    assertThat(response(head, events)).isEqualTo(new Outcome.Ok("stop"));
    assertThat(response(head, ": ping\n\n" + events)).isEqualTo(new Outcome.Ok("stop"));
    assertThat(response(head, "Internal Server Error").key()).isEqualTo("malformed");
  }

  @Test
  void aCutUnstreamedResponseIsTruncated() {
    assertThat(
            response(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900",
                "{\"choices\":["))
        .isInstanceOf(Outcome.Truncated.class);
  }

  @Test
  void aStreamMayEndWithItsConnection() {
    assertThat(
            response(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close",
                Replay.delta("a") + "data: [DONE]\n\n"))
        .isEqualTo(new Outcome.Ok(""));
  }

  @Test
  void jsonLinesAreEventsToo() {
    assertThat(
            response(
                "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson",
                "{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n{\"error\":\"died\"}\n"))
        .isEqualTo(new Outcome.ErrorEvent("died"));
  }

  @Test
  void severalErrorsAreReportedOnce() {
    assertThat(chunks("data: x\n\n", "data: y\n\n"))
        .isEqualTo(new Outcome.Malformed("an event is no JSON object: x"));
  }
}
