package dev.goodput.report.document;

import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// A column of `requests.csv` and a field of `requests.jsonl`.
///
/// @param name its name in both
/// @param value of a row, a whole number or a text; null where it is absent
public record RequestColumn(String name, Function<RequestRecord, @Nullable Object> value) {
  /// The columns of every row, in order.
  public static final List<RequestColumn> ALL =
      List.of(
          new RequestColumn("id", RequestRecord::id),
          new RequestColumn("session", row -> row.asked().session()),
          new RequestColumn("turn", row -> row.asked().turn()),
          new RequestColumn("attempt", RequestRecord::attempt),
          stamp("intended_ns", Stamps::intendedNanos),
          stamp("due_ns", Stamps::dueNanos),
          stamp("dispatched_ns", Stamps::dispatchedNanos),
          stamp("connected_ns", Stamps::connectedNanos),
          stamp("sent_ns", Stamps::sentNanos),
          stamp("headers_ns", Stamps::headersNanos),
          stamp("first_byte_ns", Stamps::firstByteNanos),
          stamp("first_token_ns", Stamps::firstTokenNanos),
          stamp("first_answer_ns", Stamps::firstAnswerNanos),
          stamp("last_token_ns", Stamps::lastTokenNanos),
          stamp("ended_ns", Stamps::endedNanos),
          new RequestColumn("input_tokens_asked", row -> count(row.asked().inputTokens())),
          new RequestColumn("input_tokens", RequestRecord::inputTokens),
          new RequestColumn("output_tokens_asked", row -> count(row.asked().outputTokens())),
          new RequestColumn("output_tokens", RequestRecord::outputTokens),
          new RequestColumn(
              "output_source", row -> row.outputSource().name().toLowerCase(Locale.ROOT)),
          new RequestColumn("chunks", row -> row.chunks().count()),
          new RequestColumn("outcome", row -> row.outcome().key()),
          new RequestColumn("status", RequestColumn::status),
          new RequestColumn("error", row -> text(row.outcome().detail())),
          new RequestColumn("level", RequestRecord::level));

  /// The columns that follow where attempts passed through a gateway: whose each was, where it
  /// went, the client's leg. `session` is taken by the number of the plan.
  public static final List<RequestColumn> OF_GATEWAY =
      List.of(
          passage("model", info -> text(info.model())),
          passage("tenant", info -> text(info.tenant())),
          passage("route", info -> text(info.route())),
          passage("upstream", info -> text(info.upstream())),
          passage("session_name", info -> text(info.session())),
          passage("slo_class", info -> text(info.sloClass())),
          passage("received_ns", info -> stamp(info.receivedNanos())),
          passage("first_written_ns", info -> stamp(info.firstWrittenNanos())),
          passage("last_written_ns", info -> stamp(info.lastWrittenNanos())),
          passage("request_bytes", GatewayInfo::requestBytes),
          passage("answer_bytes", GatewayInfo::answerBytes),
          passage("parting", info -> info.parting().word()));

  private static RequestColumn stamp(String name, ToLongFunction<Stamps> stamp) {
    return new RequestColumn(name, row -> stamp(stamp.applyAsLong(row.stamps())));
  }

  private static RequestColumn passage(String name, Function<GatewayInfo, @Nullable Object> value) {
    return new RequestColumn(
        name,
        row -> row.passage() == null ? null : value.apply(Objects.requireNonNull(row.passage())));
  }

  private static @Nullable Object stamp(long nanos) {
    return Stamps.present(nanos) ? nanos : null;
  }

  private static @Nullable Object count(int asked) {
    return asked >= 0 ? asked : null;
  }

  private static @Nullable Object text(String text) {
    return text.isEmpty() ? null : text;
  }

  private static @Nullable Object status(RequestRecord row) {
    return row.outcome() instanceof Outcome.HttpError error ? error.status() : null;
  }
}
