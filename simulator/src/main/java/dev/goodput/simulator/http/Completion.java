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
final class Completion {
  private final CompletionRequest ask;
  private final CompletionPlan plan;
  private final FaultSet faults;
  private final ServerResponse response;
  private final CompletionFormat format;
  private final CompletionTimestamps stamps;
  private @Nullable Sequence<Completion> sequence;
  private @Nullable CompletionWriter writer;
  private int produced;

  Completion(
      CompletionRequest ask,
      CompletionPlan plan,
      FaultSet faults,
      ServerResponse response,
      CompletionFormat format,
      long arrivedNanos) {
    this.ask = ask;
    this.plan = plan;
    this.faults = faults;
    this.response = response;
    this.format = format;
    stamps = new CompletionTimestamps(arrivedNanos);
  }

  /// Connects it to the engine's sequence and to its writer.
  void bind(Sequence<Completion> inEngine, CompletionWriter writes) {
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

  CompletionRequest ask() {
    return ask;
  }

  CompletionPlan plan() {
    return plan;
  }

  FaultSet faults() {
    return faults;
  }

  ServerResponse response() {
    return response;
  }

  CompletionFormat format() {
    return format;
  }

  CompletionTimestamps stamps() {
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
