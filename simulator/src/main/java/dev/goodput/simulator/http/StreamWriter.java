package dev.goodput.simulator.http;

import dev.goodput.simulator.fault.Fault;
import dev.goodput.simulator.fault.FaultKind;
import dev.goodput.simulator.text.Lexicon;
import dev.goodput.wire.server.ServerResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A writer of a response as server-sent events: the first token at once, then one event for each
/// `tokensPerChunk`. The last event has the finish reason and shares its write with usage and
/// `[DONE]`.
final class StreamWriter implements CompletionWriter {
  private final Completion completion;
  private final EventStream events;
  private final DelayScheduler delays;
  private final int tokensPerChunk;
  private final Runnable giveUp;
  private final @Nullable Fault interruption;
  private final int interruptedAt;
  private boolean held;
  private boolean headSent;
  private boolean roleSent;
  private boolean interrupted;
  private boolean over;
  private int sent;

  /// @param giveUp removes the request from the engine
  StreamWriter(Completion completion, DelayScheduler delays, int tokensPerChunk, Runnable giveUp) {
    this.completion = completion;
    this.delays = delays;
    this.tokensPerChunk = tokensPerChunk;
    this.giveUp = giveUp;
    events = new EventStream(completion.response(), completion.faults());
    interruption = Interruption.of(completion.faults());
    interruptedAt =
        interruption == null ? -1 : Interruption.position(interruption, completion.tokens());
  }

  @Override
  public void started() {
    Fault slow = completion.faults().get(FaultKind.SLOW_FIRST_BYTE);
    if (slow == null) {
      head();
    } else {
      hold(slow.first());
    }
  }

  @Override
  public void advance() {
    while (!held && !over && wantsMore()) {
      if (interruption != null && !interrupted && sent == interruptedAt) {
        interrupt(interruption);
      } else {
        chunk();
      }
    }
  }

  private boolean wantsMore() {
    int ready = completion.ready();
    boolean full = sent == 0 ? ready > 0 : ready - sent >= tokensPerChunk;
    boolean stopsHere = !interrupted && ready > sent && limit(ready) == interruptedAt;
    return full || stopsHere || completion.complete();
  }

  private void head() {
    headSent = true;
    completion.response().head(200, List.of(Replies.SERVER, Replies.EVENTS));
    if (completion.faults().has(FaultKind.EARLY_ROLE)) {
      role();
      events.sendAll();
    }
  }

  private void role() {
    if (!roleSent && completion.ask().chat()) {
      completion.format().role(events.begin(), runningUsage());
      events.finish();
    }
    roleSent = true;
  }

  private void chunk() {
    role();
    int to = limit(sent == 0 ? Math.min(1, completion.tokens()) : sent + tokensPerChunk);
    boolean last = to == completion.tokens();
    int reasoning = completion.plan().reasoning();
    if (sent < reasoning && to > reasoning) {
      content(sent, reasoning, null);
      sent = reasoning;
    }
    content(sent, to, last ? completion.finishReason() : null);
    if (last) {
      end();
    } else {
      events.send();
    }
  }

  /// Limits a position to the tokens that are ready and to where a fault occurs.
  private int limit(int to) {
    int limit = Math.min(to, completion.ready());
    return interrupted || interruptedAt < sent ? limit : Math.min(limit, interruptedAt);
  }

  private void content(int from, int to, @Nullable String finishReason) {
    ByteBuilder out = events.begin();
    completion.format().open(out, from < completion.plan().reasoning());
    text(out, from, to);
    sent = to;
    completion.format().close(out, finishReason, runningUsage());
    events.finish();
  }

  private void text(ByteBuilder out, int from, int to) {
    if (completion.plan().clipped()) {
      out.add(VisibleText.of(completion.plan(), from, to));
      return;
    }
    for (int i = from; i < to; i++) {
      out.add(Lexicon.standard().bytes(completion.plan().entries()[i]));
    }
  }

  private @Nullable Usage runningUsage() {
    return completion.ask().continuousUsage() ? completion.usage(sent) : null;
  }

  private void end() {
    if (completion.ask().includeUsage() && !completion.faults().has(FaultKind.NO_USAGE)) {
      completion.format().usage(events.begin(), completion.usage(sent));
      events.finish();
    }
    if (!completion.faults().has(FaultKind.NO_DONE)) {
      events.data("[DONE]");
    }
    events.sendAll();
    over = true;
    completion.response().end();
  }

  private void interrupt(Fault fault) {
    interrupted = true;
    ServerResponse response = completion.response();
    switch (fault.kind()) {
      case STALL -> hold(fault.first());
      case MALFORMED -> Interruption.malformed(events);
      case CUT -> leave(response::cut);
      case RESET -> leave(response::abort);
      case ERROR_EVENT -> {
        Interruption.error(events, (int) fault.first());
        leave(response::end);
      }
      case REJECT,
          SLOW_FIRST_BYTE,
          EMPTY,
          NO_DONE,
          NO_USAGE,
          EARLY_ROLE,
          CRLF,
          COMMENTS,
          SPLIT,
          COALESCE,
          CRASH ->
          throw new IllegalStateException("not an interruption: " + fault.kind());
    }
  }

  private void leave(Runnable how) {
    over = true;
    events.sendAll();
    how.run();
    giveUp.run();
  }

  private void hold(double seconds) {
    held = true;
    events.sendAll();
    delays.after(seconds, this::release);
  }

  private void release() {
    held = false;
    if (!completion.response().over()) {
      if (!headSent) {
        head();
      }
      advance();
    }
  }
}
