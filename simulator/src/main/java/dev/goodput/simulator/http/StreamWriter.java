package dev.goodput.simulator.http;

import dev.goodput.simulator.fault.Fault;
import dev.goodput.simulator.fault.FaultKind;
import dev.goodput.simulator.fault.FaultSet;
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
          VARY,
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

  /// Faults that occur in the middle of a stream.
  private static final class Interruption {
    private static final FaultKind[] KINDS = {
      FaultKind.CUT, FaultKind.RESET, FaultKind.ERROR_EVENT, FaultKind.STALL, FaultKind.MALFORMED
    };

    private Interruption() {}

    /// Returns the interruption of this stream; null if there is none.
    static @Nullable Fault of(FaultSet faults) {
      for (FaultKind kind : KINDS) {
        if (faults.has(kind)) {
          return faults.get(kind);
        }
      }
      return null;
    }

    /// Returns the number of tokens before the fault: half of them by default, and always fewer
    /// than all.
    static int position(Fault fault, int tokens) {
      int half = tokens / 2;
      double requested =
          switch (fault.kind()) {
            case CUT, RESET -> fault.first();
            case ERROR_EVENT -> fault.second();
            case STALL, MALFORMED -> 0;
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
                VARY,
                CRASH ->
                throw new IllegalStateException("not an interruption: " + fault.kind());
          };
      int position = requested > 0 ? (int) requested : half;
      return Math.clamp(position, 0, Math.max(0, tokens - 1));
    }

    /// Sends an event with truncated JSON.
    static void malformed(EventStream events) {
      events.data("{\"id\":\"broken\",\"choices\":[{\"index\":0,\"delta\":{\"conte");
      events.send();
    }

    /// Sends the error in one of the spellings that servers use.
    static void error(EventStream events, int spelling) {
      String error = Json.error(500, "InternalServerError", "", "planned fault");
      switch (spelling) {
        case 2 ->
            events.data(
                "{\"object\":\"error\",\"message\":\"planned fault\","
                    + "\"type\":\"InternalServerError\",\"code\":500}");
        case 3 ->
            events.field(
                "error", "{\"code\":500,\"message\":\"planned fault\",\"type\":\"server_error\"}");
        case 4 ->
            events.data(
                "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}],"
                    + error.substring(1));
        default -> events.data(error);
      }
      events.data("[DONE]");
    }
  }
}
