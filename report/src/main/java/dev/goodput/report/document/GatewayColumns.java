package dev.goodput.report.document;

import dev.goodput.record.GatewayInfo;
import java.util.List;

/// What follows in a row of an attempt that passed through a gateway: whose it was, where it went,
/// the client's leg.
final class GatewayColumns {
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

  private GatewayColumns() {}

  static void write(GatewayInfo gatewayInfo, RequestColumn.Sink sink) {
    name("model", gatewayInfo.model(), sink);
    name("tenant", gatewayInfo.tenant(), sink);
    name("route", gatewayInfo.route(), sink);
    name("upstream", gatewayInfo.upstream(), sink);
    name("session_name", gatewayInfo.session(), sink);
    name("slo_class", gatewayInfo.sloClass(), sink);
    RequestColumn.stamp("received_ns", gatewayInfo.receivedNanos(), sink);
    RequestColumn.stamp("first_written_ns", gatewayInfo.firstWrittenNanos(), sink);
    RequestColumn.stamp("last_written_ns", gatewayInfo.lastWrittenNanos(), sink);
    sink.whole("request_bytes", gatewayInfo.requestBytes());
    sink.whole("answer_bytes", gatewayInfo.answerBytes());
    sink.text("parting", gatewayInfo.parting().word());
  }

  /// A row without a passage among rows that have one.
  static void absent(RequestColumn.Sink sink) {
    NAMES.forEach(sink::absent);
  }

  private static void name(String name, String value, RequestColumn.Sink sink) {
    if (value.isEmpty()) {
      sink.absent(name);
    } else {
      sink.text(name, value);
    }
  }
}
