package dev.goodput.monitor.page;

import dev.goodput.metrics.traffic.SlowRequest;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.report.model.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The `slowest` part: requests with their stamps, each in milliseconds since the request's start.
final class SlowPart {
  private static final int MAX = 12;

  private final LiveInput in;
  private final SlowRequest slow;
  private final RequestRecord request;
  private final Stamps stamps;

  private SlowPart(LiveInput in, SlowRequest slow) {
    this.in = in;
    this.slow = slow;
    this.request = slow.request();
    this.stamps = request.stamps();
  }

  static List<JsonObject> of(LiveInput in) {
    return in.traffic().slowest().stream()
        .filter(slow -> Stamps.present(slow.request().stamps().endedNanos()))
        .limit(MAX)
        .map(slow -> new SlowPart(in, slow).fields())
        .toList();
  }

  private JsonObject fields() {
    JsonObject fields =
        new JsonObject()
            .text("id", request.id() + (request.attempt() == 0 ? "" : "." + request.attempt()))
            .text("started", in.at(request.startNanos()).toString())
            .text("ended", in.at(stamps.endedNanos()).toString())
            .text("outcome", request.outcome().key())
            .text("detail", LiveFormat.words(request.outcome().detail()))
            .flag("streamed", request.streamed())
            .flag("good", in.traffic().plan().slos().isEmpty() ? null : slow.good())
            .number("waited_ms", slow.waitedMs())
            .whole("input_tokens", (long) request.inputTokens())
            .whole("output_tokens", (long) request.outputTokens());
    stamps(fields);
    GatewayInfo gatewayInfo = request.passage();
    if (gatewayInfo != null) {
      passage(fields, gatewayInfo);
    }
    return fields;
  }

  private void stamps(JsonObject fields) {
    fields
        .number("sent_ms", since(stamps.sentNanos()))
        .number("headers_ms", since(stamps.headersNanos()))
        .number("first_byte_ms", since(stamps.firstByteNanos()))
        .number("first_token_ms", since(stamps.firstTokenNanos()))
        .number("last_token_ms", since(stamps.lastTokenNanos()))
        .number("ended_ms", since(stamps.endedNanos()))
        .number("longest_gap_ms", longestGap());
  }

  private void passage(JsonObject fields, GatewayInfo gatewayInfo) {
    fields
        .text("model", LiveFormat.name(gatewayInfo.model()))
        .text("tenant", LiveFormat.name(gatewayInfo.tenant()))
        .text("route", LiveFormat.name(gatewayInfo.route()))
        .text("upstream", LiveFormat.name(gatewayInfo.upstream()))
        .text("session", LiveFormat.name(gatewayInfo.session()))
        .number("first_written_ms", since(gatewayInfo.firstWrittenNanos()))
        .number("last_written_ms", since(gatewayInfo.lastWrittenNanos()));
  }

  private @Nullable Double since(long nanos) {
    return Stamps.present(nanos)
        ? Double.valueOf(Math.max(0, nanos - request.startNanos()) / 1e6)
        : null;
  }

  private @Nullable Double longestGap() {
    long longest = -1;
    ChunkLog.Cursor cursor = request.chunks().cursor();
    long before = cursor.next() ? cursor.nanos() : 0;
    while (cursor.next()) {
      longest = Math.max(longest, cursor.nanos() - before);
      before = cursor.nanos();
    }
    return longest < 0 ? null : Double.valueOf(longest / 1e6);
  }
}
