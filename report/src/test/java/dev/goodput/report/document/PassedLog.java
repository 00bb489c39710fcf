package dev.goodput.report.document;

import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;

/// A log whose requests passed through a gateway.
final class PassedLog {
  private static final Passage PASSAGE =
      new Passage(
          "llama",
          "acme",
          "/v1/chat/completions",
          "vllm-0",
          "",
          "chat",
          -40_000,
          9_000,
          Stamps.ABSENT,
          4_096,
          21_000,
          Passage.Parting.CUT);

  private PassedLog() {}

  /// The same entries, each request with a passage.
  static LogSource of(LogSource log) {
    return consumer -> log.read(entry -> consumer.accept(passed(entry)));
  }

  private static LogEntry passed(LogEntry entry) {
    return entry instanceof RequestRecord record ? passed(record) : entry;
  }

  private static RequestRecord passed(RequestRecord record) {
    return new RequestRecord(
        record.id(),
        record.level(),
        record.attempt(),
        record.last(),
        record.streamed(),
        record.start(),
        record.asked(),
        record.stamps(),
        record.chunks(),
        record.tokens(),
        record.reasoningChunks(),
        record.outcome(),
        PASSAGE);
  }
}
