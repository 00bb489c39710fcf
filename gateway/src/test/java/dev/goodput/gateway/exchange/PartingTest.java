package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.GatewayInfo.Parting;
import dev.goodput.record.Outcome;
import dev.goodput.relay.ExchangeOutcome;
import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.answer.AnswerReader;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Tests of the meaning of an end that is not part of the response itself.
final class PartingTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  private static final String TOKEN =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"}}]}\n\n";
  private static final ExchangeOutcome LEFT = new ExchangeOutcome.ClientLeft(false);

  private static AnswerReader read(String head, String body) {
    Dialect chat = Dialect.at("/v1/chat/completions").orElseThrow();
    AnswerReader reader =
        new AnswerReader(true, new AnswerLog(false), sink -> chat.newParser(sink, false));
    reader.startRead(1);
    byte[] words = head.getBytes(StandardCharsets.US_ASCII);
    reader.head(Objects.requireNonNull(ResponseHead.of(words)));
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    reader.body(bytes, 0, bytes.length);
    return reader;
  }

  private static Outcome outcome(ExchangeOutcome ending, AnswerReader reader) {
    return OutcomeClassifier.outcome(ending, reader, true, 2);
  }

  /// The official client libraries raise an error on either, and read no further.
  @Test
  void whoLeavesBehindAnErrorWasFailed() {
    AnswerReader event = read(OK, TOKEN + "data: {\"error\":{\"message\":\"no\"}}\n\n");
    assertThat(OutcomeClassifier.parting(LEFT, event)).isEqualTo(Parting.DELIVERED);
    assertThat(outcome(LEFT, event)).isEqualTo(new Outcome.ErrorEvent(""));

    AnswerReader status = read("HTTP/1.1 500 No\r\nContent-Length: 99\r\n\r\n", "{");
    assertThat(OutcomeClassifier.parting(LEFT, status)).isEqualTo(Parting.DELIVERED);
    assertThat(outcome(LEFT, status)).isEqualTo(new Outcome.HttpError(500, ""));
  }

  @Test
  void whoLeavesInMidstreamWasNot() {
    AnswerReader answer = read(OK, TOKEN);
    assertThat(OutcomeClassifier.parting(LEFT, answer)).isEqualTo(Parting.CLIENT_LEFT);
    assertThat(outcome(LEFT, answer)).isEqualTo(new Outcome.Cancelled("the client left"));
  }

  @Test
  void whatTheGatewayBreaksOffIsNoOneElsesDoing() {
    AnswerReader answer = read(OK, TOKEN);
    assertThat(OutcomeClassifier.parting(new ExchangeOutcome.BrokenOff(), answer))
        .isEqualTo(Parting.CUT);
    assertThat(outcome(new ExchangeOutcome.BrokenOff(), answer))
        .isEqualTo(new Outcome.Reset("the gateway ended"));
  }

  @Test
  void anAnswerThatIsWholeWasInTimeHoweverLongItsBodyStaysOpen() {
    String whole =
        TOKEN
            + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
            + "data: [DONE]\n\n";
    assertThat(outcome(new ExchangeOutcome.IdleTimeout(), read(OK, whole)))
        .isEqualTo(new Outcome.Ok("stop"));
    assertThat(outcome(new ExchangeOutcome.BrokenOff(), read(OK, whole)))
        .isEqualTo(new Outcome.Ok("stop"));
    assertThat(outcome(new ExchangeOutcome.IdleTimeout(), read(OK, TOKEN)))
        .isEqualTo(new Outcome.Timeout(Outcome.Timeout.Stage.IDLE));
  }
}
