package dev.goodput.simulator.http;

import dev.goodput.simulator.fault.Fault;
import dev.goodput.simulator.fault.FaultKind;
import dev.goodput.wire.Header;
import dev.goodput.wire.server.ServerResponse;
import java.util.Arrays;
import java.util.List;

/// A writer of a response in one piece, once the engine has all of it.
final class UnstreamedWriter implements CompletionWriter {
  private final Completion completion;
  private final DelayScheduler delays;

  UnstreamedWriter(Completion completion, DelayScheduler delays) {
    this.completion = completion;
    this.delays = delays;
  }

  @Override
  public void started() {}

  @Override
  public void advance() {
    if (!completion.complete()) {
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
    Fault fault = completion.faults().get(kind);
    return fault == null ? 0 : fault.first();
  }

  private void send() {
    ServerResponse response = completion.response();
    if (completion.faults().has(FaultKind.ERROR_EVENT)) {
      Replies.error(response, 500, "InternalServerError", "", "planned fault");
      return;
    }
    byte[] body = body();
    if (completion.faults().has(FaultKind.CUT) || completion.faults().has(FaultKind.RESET)) {
      response.head(
          200,
          List.of(Replies.JSON, Replies.SERVER, new Header("content-length", "" + body.length)));
      response.body(body, 0, body.length / 2);
      if (completion.faults().has(FaultKind.CUT)) {
        response.cut();
      } else {
        response.abort();
      }
      return;
    }
    boolean malformed = completion.faults().has(FaultKind.MALFORMED);
    Replies.json(response, 200, malformed ? Arrays.copyOf(body, body.length * 2 / 3) : body);
  }

  private byte[] body() {
    CompletionPlan plan = completion.plan();
    ByteBuilder out = new ByteBuilder();
    String text = VisibleText.of(plan, 0, completion.tokens());
    String reasoning = VisibleText.of(plan, 0, Math.min(plan.reasoning(), completion.tokens()));
    completion
        .format()
        .whole(
            out,
            reasoning,
            text.substring(reasoning.length()),
            completion.finishReason(),
            completion.usage(completion.tokens()));
    return out.copy();
  }
}
