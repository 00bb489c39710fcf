package dev.goodput.simulator.http;

import dev.goodput.simulator.fault.Fault;
import dev.goodput.simulator.fault.FaultKind;
import dev.goodput.simulator.fault.FaultSet;
import dev.goodput.wire.server.ServerResponse;

/// A writer of framed events, one write per [#send], which applies the faults that concern framing.
final class EventStream {
  private static final byte[] DATA = {'d', 'a', 't', 'a', ':', ' '};

  private final ServerResponse response;
  private final ByteBuilder out;
  private final byte[] eventEnd;
  private final boolean comments;
  private final boolean split;
  private final int eventsPerWrite;
  private int events;

  EventStream(ServerResponse response, FaultSet faults) {
    this.response = response;
    out = new ByteBuilder();
    eventEnd =
        faults.has(FaultKind.CRLF) ? new byte[] {'\r', '\n', '\r', '\n'} : new byte[] {'\n', '\n'};
    comments = faults.has(FaultKind.COMMENTS);
    split = faults.has(FaultKind.SPLIT);
    Fault coalesce = faults.get(FaultKind.COALESCE);
    eventsPerWrite = coalesce == null ? 1 : Math.max(1, (int) coalesce.first());
  }

  /// Starts a data event; the caller adds its payload to the builder.
  ByteBuilder begin() {
    if (comments) {
      out.add(": keep-alive").add(eventEnd);
    }
    events++;
    return out.add(DATA);
  }

  /// Ends the event that was started.
  void finish() {
    out.add(eventEnd);
  }

  /// Adds an event with one payload.
  void data(String payload) {
    begin().add(payload);
    finish();
  }

  /// Adds a line other than `data`, as an event of its own.
  void field(String name, String value) {
    out.add(name).add(": ").add(value);
    finish();
  }

  /// Writes the buffered events, unless more events belong in the same write.
  void send() {
    if (events >= eventsPerWrite) {
      sendAll();
    }
  }

  /// Writes the buffered events.
  void sendAll() {
    if (split) {
      for (int i = 0; i < out.size(); i++) {
        response.body(out.array(), i, 1);
      }
    } else {
      response.body(out.array(), 0, out.size());
    }
    out.clear();
    events = 0;
  }
}
