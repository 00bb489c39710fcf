package dev.goodput.simulator.http;

import dev.goodput.simulator.engine.Sequence;
import dev.goodput.simulator.fault.FaultKind;
import dev.goodput.simulator.fault.FaultSet;
import dev.goodput.wire.server.ServerResponse;
import org.jspecify.annotations.Nullable;

/// One request being answered: what the engine emitted, what was sent, and how.
///
/// The engine's tokens arrive with [#produced]; a writer for streams or whole answers decides when
/// and how they leave.
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

  /// Connects it to the engine and to what sends it.
  void bind(Sequence<Answer> inEngine, AnswerWriter writes) {
    sequence = inEngine;
    writer = writes;
    writes.started();
  }

  /// The engine emitted one more token.
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

  /// Tokens the client is to see: none of them where the answer is to be empty.
  int tokens() {
    return faults.has(FaultKind.EMPTY) ? 0 : plan.entries().length;
  }

  /// Tokens that may be sent by now.
  int ready() {
    return Math.min(produced, tokens());
  }

  /// The engine has emitted everything.
  boolean complete() {
    return produced == plan.entries().length;
  }

  String finishReason() {
    return faults.has(FaultKind.EMPTY) ? "stop" : plan.finishReason();
  }

  /// Usage after that many tokens.
  Usage usage(int sent) {
    int cached = sequence == null ? 0 : sequence.cachedTokens();
    return new Usage(ask.prompt().tokens(), sent, cached, Math.min(sent, plan.reasoning()));
  }
}
