package dev.goodput.report;

import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A log whose requests passed through a gateway.
public final class PassedLog {
  private PassedLog() {}

  /// The same entries, each request with a passage of the class `chat`.
  public static LogSource of(LogSource log) {
    return of(log, _ -> "chat");
  }

  /// The same entries, each request with a passage.
  ///
  /// @param sloClass of a request
  public static LogSource of(LogSource log, Function<RequestRecord, String> sloClass) {
    return consumer -> log.read(entry -> consumer.accept(passed(entry, sloClass)));
  }

  /// The same entries, each request to one of so many upstreams.
  public static LogSource among(LogSource log, int upstreams) {
    return consumer ->
        log.read(entry ->
            consumer.accept(
                entry instanceof RequestRecord each
                    ? of(each, each.outcome(), passage("chat", "vllm-" + each.id() % upstreams))
                    : entry));
  }

  private static LogEntry passed(LogEntry entry, Function<RequestRecord, String> sloClass) {
    return entry instanceof RequestRecord record ? passed(record, sloClass.apply(record)) : entry;
  }

  private static RequestRecord passed(RequestRecord record, String sloClass) {
    return of(record, record.outcome(), passage(sloClass));
  }

  /// The same request with another end.
  public static RequestRecord ended(RequestRecord record, Outcome outcome) {
    return of(record, outcome, record.passage());
  }

  private static RequestRecord of(
      RequestRecord record, Outcome outcome, @Nullable GatewayInfo passage) {
    return new RequestRecord(
        record.id(),
        record.level(),
        record.attempt(),
        record.last(),
        record.streamed(),
        record.start(),
        record.requested(),
        record.stamps(),
        record.chunks(),
        record.tokens(),
        record.reasoningChunks(),
        outcome,
        passage);
  }

  private static GatewayInfo passage(String sloClass) {
    return passage(sloClass, "vllm-0");
  }

  private static GatewayInfo passage(String sloClass, String upstream) {
    return new GatewayInfo(
        "llama",
        "acme",
        "/v1/chat/completions",
        upstream,
        "",
        sloClass,
        -40_000,
        9_000,
        Stamps.ABSENT,
        4_096,
        21_000,
        GatewayInfo.Parting.CUT);
  }
}
