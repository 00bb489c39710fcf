package dev.goodput.simulator.http;

import dev.goodput.simulator.engine.Sequence;
import dev.goodput.simulator.fault.FaultKind;
import dev.goodput.simulator.fault.FaultSet;
import dev.goodput.wire.server.ServerResponse;
import org.jspecify.annotations.Nullable;

/// The state of one response: what the engine has emitted and how it is sent.
///
/// The engine's tokens arrive through [#produced]; a writer for streams or whole responses decides
/// when and how to send them.
final class Answer {
  private final Ask ask;
  private final Plan plan;
  private final FaultSet faults;
  private final ServerResponse response;
  private final AnswerFormat format;
  private final AnswerStamps stamps;
  private @Nullable Sequence<Answer> sequence;
  private @Nullable AnswerWriter writer;
  private int produced;

  Answer(
      Ask ask,
      Plan plan,
      FaultSet faults,
      ServerResponse response,
      AnswerFormat format,
      long arrivedNanos) {
    this.ask = ask;
    this.plan = plan;
    this.faults = faults;
    this.response = response;
    this.format = format;
    stamps = new AnswerStamps(arrivedNanos);
  }

  /// Connects it to the engine's sequence and to its writer.
  void bind(Sequence<Answer> inEngine, AnswerWriter writes) {
    sequence = inEngine;
    writer = writes;
    writes.started();
  }

  /// Notes that the engine emitted a token.
  void produced() {
    produced++;
    if (writer != null) {
      writer.advance();
    }
  }

  Ask ask() {
    return ask;
  }

  Plan plan() {
    return plan;
  }

  FaultSet faults() {
    return faults;
  }

  ServerResponse response() {
    return response;
  }

  AnswerFormat format() {
    return format;
  }

  AnswerStamps stamps() {
    return stamps;
  }

  /// Returns the number of tokens that the client receives; 0 if the response must be empty.
  int tokens() {
    return faults.has(FaultKind.EMPTY) ? 0 : plan.entries().length;
  }

  /// Returns the number of tokens that may be sent by now.
  int ready() {
    return Math.min(produced, tokens());
  }

  /// Returns whether the engine has emitted everything.
  boolean complete() {
    return produced == plan.entries().length;
  }

  String finishReason() {
    return faults.has(FaultKind.EMPTY) ? "stop" : plan.finishReason();
  }

  /// Returns the usage after this many tokens.
  Usage usage(int sent) {
    int cached = sequence == null ? 0 : sequence.cachedTokens();
    return new Usage(ask.prompt().tokens(), sent, cached, Math.min(sent, plan.reasoning()));
  }
}
