package dev.goodput.report.document;

import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.result.LevelResult.Lengths;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.result.Tokens;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.WorkloadText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The accounts of a level: tokens, goodput family, reading, cost.
final class AccountPart {
  private AccountPart() {}

  static JsonObject tokens(Tokens tokens) {
    return new JsonObject()
        .whole("input", tokens.input())
        .whole("output", tokens.output())
        .whole("reasoning", tokens.reasoning())
        .whole("cached_input", tokens.cachedInput())
        .whole("rejected_draft", tokens.rejectedDraft())
        .text(
            "output_source",
            tokens.outputSource() == null
                ? null
                : tokens.outputSource().name().toLowerCase(Locale.ROOT))
        .counts("answers_by_source", bySource(tokens))
        .text("itl_source", tokens.itlSource() == null ? null : tokens.itlSource().word())
        .whole("chunks", tokens.chunks())
        .number("bursts_share", tokens.burstsShare())
        .counts("output_by_outcome", tokens.outputByOutcome())
        .number("tokenizer_against_usage", tokens.tokenizerAgainstUsage())
        .number("chunks_against_usage", tokens.chunksAgainstUsage());
  }

  private static Map<String, Long> bySource(Tokens tokens) {
    Map<String, Long> words = new LinkedHashMap<>();
    tokens
        .answersBySource()
        .forEach((source, answers) -> words.put(source.name().toLowerCase(Locale.ROOT), answers));
    return words;
  }

  static @Nullable JsonObject lengths(ReportInput in, LevelResult level) {
    Lengths lengths = level.lengths();
    String verdict = WorkloadText.verdict(in, level).isEmpty() ? "as_requested" : "wrong_workload";
    return new JsonObject()
        .text("verdict", WorkloadText.isJudged(in, level) ? verdict : null)
        .number("input_asked_mean", lengths.inputAsked())
        .number("input_reported_mean", lengths.inputReported())
        .number("output_asked_mean", lengths.outputAsked())
        .number("output_reported_mean", lengths.outputReported())
        .orNothing();
  }

  static @Nullable JsonObject goodput(@Nullable Goodput goodput) {
    return goodput == null
        ? null
        : new JsonObject()
            .goodputs(goodput)
            .whole("good", goodput.good())
            .whole("good_tokens", goodput.goodTokens())
            .whole("recomputed_tokens", goodput.recomputedTokens());
  }

  static @Nullable JsonObject reading(@Nullable Reading reading) {
    return reading == null
        ? null
        : new JsonObject()
            .number("pace_tps", reading.paceTps())
            .number("stall_ratio", reading.stallRatio())
            .distribution("longest_stall_ms", reading.longestStallMs())
            .number("stalls_per_answer", reading.stallsPerAnswer())
            .number("noticeable_share", reading.noticeableShare())
            .number("broken_share", reading.brokenShare())
            .whole("stutters", reading.stutters())
            .number("surplus_speed", reading.surplusSpeed());
  }

  static @Nullable JsonObject cost(@Nullable CostResult cost) {
    return cost == null
        ? null
        : new JsonObject()
            .number("per_million_output_tokens", cost.perMillionOutputTokens())
            .number("per_million_good_tokens", cost.perMillionGoodTokens())
            .number("per_request", cost.perRequest())
            .number("per_session", cost.perSession())
            .text("currency", cost.currency());
  }
}
