package dev.goodput.gateway.capture;

import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenSource;
import java.io.StringWriter;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The lines of a capture file: the header and one line per request.
final class CaptureLine {
  /// The field that marks a file of this format; its value is the format's version.
  static final String MARK = "goodput_capture";

  static final int VERSION = 1;

  private static final JsonFactory JSON = JsonFactory.builder().rootValueSeparator("").build();
  private static final int LONGEST_MODEL = 100;
  private static final int STATUS_OK = 200;

  private CaptureLine() {}

  /// What a line contains in addition to the request's record.
  ///
  /// @param beganNanos when the file begins
  /// @param promptBytes bytes of the prompt's canonical text
  /// @param inputTokens tokens of the prompt
  /// @param inputEstimated whether the prompt's tokens are estimated, not counted
  /// @param session the session's number, -1 if it has none
  /// @param turn its index in the session, from 0
  /// @param tenant the tenant's number, -1 if unknown
  /// @param blocks pairs of a first block number and the length of the run
  @SuppressWarnings("ArrayRecordComponent") // Held for a moment, never compared.
  record Facts(
      long beganNanos,
      long promptBytes,
      long inputTokens,
      boolean inputEstimated,
      long session,
      int turn,
      long tenant,
      long[] blocks) {}

  static String header() {
    return written(json -> {
      json.writeNumberProperty(MARK, VERSION);
      json.writeNumberProperty("block_bytes", ChainedHash.BLOCK_BYTES);
    });
  }

  static String of(RequestRecord record, Facts facts) {
    return written(json -> {
      long micros = (record.startNanos() - facts.beganNanos()) / 1000;
      json.writeNumberProperty("timestamp_ms", BigDecimal.valueOf(micros, 3));
      lengths(record, facts, json);
      if (facts.session() >= 0) {
        json.writeNumberProperty("session", facts.session());
        json.writeNumberProperty("turn", facts.turn());
      }
      if (facts.tenant() >= 0) {
        json.writeNumberProperty("tenant", facts.tenant());
      }
      ending(record, json);
      blocks(facts.blocks(), json);
    });
  }

  private static void lengths(RequestRecord record, Facts facts, JsonGenerator json) {
    json.writeNumberProperty("input_tokens", facts.inputTokens());
    if (facts.inputEstimated()) {
      json.writeBooleanProperty("input_estimated", true);
    }
    json.writeNumberProperty("prompt_bytes", facts.promptBytes());
    if (record.outputTokens() > 0) {
      json.writeNumberProperty("output_tokens", record.outputTokens());
      if (record.outputSource() == TokenSource.CHUNKS) {
        json.writeBooleanProperty("output_estimated", true);
      }
    }
    if (record.tokens().usageCachedInput() >= 0) {
      json.writeNumberProperty("cached_tokens", record.tokens().usageCachedInput());
    }
  }

  private static void ending(RequestRecord record, JsonGenerator json) {
    int status = status(record);
    @Nullable GatewayInfo gatewayInfo = record.passage();

    // A server that answers successfully knows the model; otherwise the name could be any text.
    if (gatewayInfo != null && !gatewayInfo.model().isEmpty() && status == STATUS_OK) {
      String model = gatewayInfo.model();
      json.writeStringProperty(
          "model", model.substring(0, Math.min(LONGEST_MODEL, model.length())));
    }
    json.writeBooleanProperty("stream", record.streamed());
    json.writeStringProperty("outcome", record.outcome().key());
    if (status > 0) {
      json.writeNumberProperty("status", status);
    }
  }

  /// Tokens arrive only with this status, however the response ended.
  private static int status(RequestRecord record) {
    int status = status(record.outcome());
    boolean answered = status == 0 && Stamps.present(record.stamps().firstTokenNanos());
    return answered ? STATUS_OK : status;
  }

  private static int status(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Ok ok -> STATUS_OK;
      case Outcome.Empty empty -> STATUS_OK;
      case Outcome.ErrorEvent error -> STATUS_OK;
      case Outcome.Truncated truncated -> STATUS_OK;
      case Outcome.HttpError error -> error.status();
      case Outcome.Refused refused -> 0;
      case Outcome.Reset reset -> 0;
      case Outcome.Tls tls -> 0;
      case Outcome.Timeout timeout -> 0;
      case Outcome.Malformed malformed -> 0;
      case Outcome.Unsent unsent -> 0;
      case Outcome.Cancelled cancelled -> 0;
    };
  }

  private static void blocks(long[] pairs, JsonGenerator json) {
    json.writeArrayPropertyStart("blocks");
    for (int i = 0; i < pairs.length; i += 2) {
      json.writeStartArray();
      json.writeNumber(pairs[i]);
      json.writeNumber(pairs[i + 1]);
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private interface Body {
    void write(JsonGenerator json);
  }

  private static String written(Body body) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      body.write(json);
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }
}
