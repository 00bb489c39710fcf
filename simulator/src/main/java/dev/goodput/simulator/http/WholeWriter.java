package dev.goodput.simulator.http;

import dev.goodput.simulator.fault.Fault;
import dev.goodput.simulator.fault.FaultKind;
import dev.goodput.wire.Header;
import dev.goodput.wire.server.ServerResponse;
import java.util.Arrays;
import java.util.List;

/// A writer of a response in one piece, once the engine has all of it.
final class WholeWriter implements AnswerWriter {
  private final Answer answer;
  private final Delays delays;

  WholeWriter(Answer answer, Delays delays) {
    this.answer = answer;
    this.delays = delays;
  }

  @Override
  public void started() {}

  @Override
  public void advance() {
    if (!answer.complete()) {
      return;
    }
    double seconds = delay(FaultKind.SLOW_FIRST_BYTE) + delay(FaultKind.STALL);
    if (seconds > 0) {
      delays.after(seconds, this::send);
    } else {
      send();
    }
  }

  private double delay(FaultKind kind) {
    Fault fault = answer.faults().get(kind);
    return fault == null ? 0 : fault.first();
  }

  private void send() {
    ServerResponse response = answer.response();
    if (answer.faults().has(FaultKind.ERROR_EVENT)) {
      Replies.error(response, 500, "InternalServerError", "", "planned fault");
      return;
    }
    byte[] body = body();
    if (answer.faults().has(FaultKind.CUT) || answer.faults().has(FaultKind.RESET)) {
      response.head(
          200,
          List.of(Replies.JSON, Replies.SERVER, new Header("content-length", "" + body.length)));
      response.body(body, 0, body.length / 2);
      if (answer.faults().has(FaultKind.CUT)) {
        response.cut();
      } else {
        response.abort();
      }
      return;
    }
    boolean malformed = answer.faults().has(FaultKind.MALFORMED);
    Replies.json(response, 200, malformed ? Arrays.copyOf(body, body.length * 2 / 3) : body);
  }

  private byte[] body() {
    Plan plan = answer.plan();
    ByteBuilder out = new ByteBuilder();
    String text = VisibleText.of(plan, 0, answer.tokens());
    String reasoning = VisibleText.of(plan, 0, Math.min(plan.reasoning(), answer.tokens()));
    answer
        .format()
        .whole(
            out,
            reasoning,
            text.substring(reasoning.length()),
            answer.finishReason(),
            answer.usage(answer.tokens()));
    return out.copy();
  }
}
