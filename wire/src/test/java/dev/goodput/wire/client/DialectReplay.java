package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Channel;
import dev.goodput.record.Outcome;
import dev.goodput.testing.Bytes;
import java.util.stream.Collectors;

/// A one-line summary of an answer in a dialect: a letter for each content event, prompt tokens and
/// cached ones, output tokens, the outcome, and the answer's text.
final class DialectReplay {
  static final String EVENTS =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
  static final String LINES = EVENTS.replace("text/event-stream", "application/x-ndjson");

  private DialectReplay() {}

  private static String seen(String dialect, byte[] response, int cut) {
    Replay replay = Replay.stream(dialect);
    Bytes.inTwo(response, cut, replay::next);
    return reported(replay.finAt(response.length));
  }

  private static String reported(Replay replay) {
    Replay.Seen seen = replay.seen();
    String channels =
        seen.chunks().stream().map(DialectReplay::letter).collect(Collectors.joining());
    Outcome outcome = seen.outcome();
    String how =
        outcome instanceof Outcome.Ok(String finish)
            ? "ok " + finish
            : outcome.key() + " " + outcome.detail();
    return channels
        + " "
        + seen.tokens().usageInput()
        + "/"
        + seen.tokens().usageCachedInput()
        + " "
        + seen.tokens().usageOutput()
        + " "
        + how
        + " |"
        + seen.text();
  }

  private static String letter(Channel channel) {
    return switch (channel) {
      case ANSWER -> "a";
      case REASONING -> "r";
      case REFUSAL -> "f";
      case TOOL_CALL -> "t";
    };
  }

  static void reads(String dialect, String body, String expected) {
    readsAll(dialect, EVENTS, body, expected);
  }

  static void readsAll(String dialect, String head, String body, String expected) {
    byte[] response = Bytes.of(head + body);
    for (int cut = 0; cut <= response.length; cut++) {
      assertThat(seen(dialect, response, cut)).as("cut at %d", cut).isEqualTo(expected);
    }
  }

  static void readsWhole(String dialect, String body, String expected) {
    Replay replay = Replay.whole(dialect);
    replay.at(1, EVENTS.replace("text/event-stream", "application/json") + body);
    assertThat(reported(replay.finAt(2))).isEqualTo(expected);
  }
}
