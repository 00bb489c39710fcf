package dev.goodput.report.document;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.List;
import java.util.Locale;

/// The columns of `requests.csv` and the fields of `requests.jsonl`, in their order; each gets a
/// row's values one by one. Rows of attempts that passed through a gateway go on with
/// [GatewayColumns].
public final class RequestColumn {
  /// A receiver of the fields of one row, in order.
  public interface Sink {
    /// Receives a whole number.
    void whole(String name, long value);

    /// Receives a text.
    void text(String name, String value);

    /// Receives that there is no value.
    void absent(String name);
  }

  /// The names in order.
  public static final List<String> NAMES =
      List.of(
          "id",
          "session",
          "turn",
          "attempt",
          "intended_ns",
          "due_ns",
          "dispatched_ns",
          "connected_ns",
          "sent_ns",
          "headers_ns",
          "first_byte_ns",
          "first_token_ns",
          "first_answer_ns",
          "last_token_ns",
          "ended_ns",
          "input_tokens_asked",
          "input_tokens",
          "output_tokens_asked",
          "output_tokens",
          "output_source",
          "chunks",
          "outcome",
          "status",
          "error",
          "level");

  private RequestColumn() {}

  /// Passes on the fields of one row.
  ///
  /// @param passed whether the rows go on with how each attempt passed through a gateway
  public static void write(RequestRecord record, boolean passed, Sink sink) {
    sink.whole("id", record.id());
    sink.whole("session", record.asked().session());
    sink.whole("turn", record.asked().turn());
    sink.whole("attempt", record.attempt());
    stamps(record.stamps(), sink);
    count("input_tokens_asked", record.asked().inputTokens(), sink);
    sink.whole("input_tokens", record.inputTokens());
    count("output_tokens_asked", record.asked().outputTokens(), sink);
    sink.whole("output_tokens", record.outputTokens());
    sink.text("output_source", record.outputSource().name().toLowerCase(Locale.ROOT));
    sink.whole("chunks", record.chunks().count());
    sink.text("outcome", record.outcome().key());
    ending(record.outcome(), sink);
    sink.whole("level", record.level());
    if (passed && record.passage() != null) {
      GatewayColumns.write(record.passage(), sink);
    } else if (passed) {
      GatewayColumns.absent(sink);
    }
  }

  private static void stamps(Stamps stamps, Sink sink) {
    stamp("intended_ns", stamps.intendedNanos(), sink);
    stamp("due_ns", stamps.dueNanos(), sink);
    stamp("dispatched_ns", stamps.dispatchedNanos(), sink);
    stamp("connected_ns", stamps.connectedNanos(), sink);
    stamp("sent_ns", stamps.sentNanos(), sink);
    stamp("headers_ns", stamps.headersNanos(), sink);
    stamp("first_byte_ns", stamps.firstByteNanos(), sink);
    stamp("first_token_ns", stamps.firstTokenNanos(), sink);
    stamp("first_answer_ns", stamps.firstAnswerNanos(), sink);
    stamp("last_token_ns", stamps.lastTokenNanos(), sink);
    stamp("ended_ns", stamps.endedNanos(), sink);
  }

  private static void ending(Outcome outcome, Sink sink) {
    if (outcome instanceof Outcome.HttpError error) {
      sink.whole("status", error.status());
    } else {
      sink.absent("status");
    }
    if (outcome.detail().isEmpty()) {
      sink.absent("error");
    } else {
      sink.text("error", outcome.detail());
    }
  }

  static void stamp(String name, long nanos, Sink sink) {
    if (Stamps.present(nanos)) {
      sink.whole(name, nanos);
    } else {
      sink.absent(name);
    }
  }

  private static void count(String name, int asked, Sink sink) {
    if (asked >= 0) {
      sink.whole(name, asked);
    } else {
      sink.absent(name);
    }
  }
}
