package dev.goodput.report.document;

import dev.goodput.record.Passage;
import java.util.List;

/// What follows in a row of an attempt that passed through a gateway: whose it was, where it went,
/// the client's leg.
final class PassageFields {
  /// The names in order. `session` is taken by the number of the plan.
  static final List<String> NAMES =
      List.of(
          "model",
          "tenant",
          "route",
          "upstream",
          "session_name",
          "slo_class",
          "received_ns",
          "first_written_ns",
          "last_written_ns",
          "request_bytes",
          "answer_bytes",
          "parting");

  private PassageFields() {}

  static void write(Passage passage, Attempt.Sink sink) {
    name("model", passage.model(), sink);
    name("tenant", passage.tenant(), sink);
    name("route", passage.route(), sink);
    name("upstream", passage.upstream(), sink);
    name("session_name", passage.session(), sink);
    name("slo_class", passage.sloClass(), sink);
    Attempt.stamp("received_ns", passage.receivedNanos(), sink);
    Attempt.stamp("first_written_ns", passage.firstWrittenNanos(), sink);
    Attempt.stamp("last_written_ns", passage.lastWrittenNanos(), sink);
    sink.whole("request_bytes", passage.requestBytes());
    sink.whole("answer_bytes", passage.answerBytes());
    sink.text("parting", passage.parting().word());
  }

  /// A row without a passage among rows that have one.
  static void absent(Attempt.Sink sink) {
    NAMES.forEach(sink::absent);
  }

  private static void name(String name, String value, Attempt.Sink sink) {
    if (value.isEmpty()) {
      sink.absent(name);
    } else {
      sink.text(name, value);
    }
  }
}
