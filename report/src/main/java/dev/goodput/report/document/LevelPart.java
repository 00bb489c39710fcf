package dev.goodput.report.document;

import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.result.LevelResult.Lengths;
import dev.goodput.metrics.result.LevelResult.Load;
import dev.goodput.metrics.result.LevelResult.Promise;
import dev.goodput.metrics.result.LevelResult.Reliability;
import dev.goodput.metrics.result.LevelResult.Turns;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.result.Rating;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.result.Requests;
import dev.goodput.metrics.result.SloClassResult;
import dev.goodput.metrics.result.Tokens;
import dev.goodput.metrics.result.Totals;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.record.LevelEnded;
import dev.goodput.report.ReportInput;
import dev.goodput.report.cost.EnergyPart;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.Notes;
import dev.goodput.report.words.Ratings;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.WorkloadText;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An entry of `levels`: what one load level showed.
final class LevelPart {
  /// The order of the fields; any other latencies follow.
  private static final List<LatencyMetric> FIRST_LATENCIES =
      List.of(
          LatencyMetric.TTFT,
          LatencyMetric.TPOT,
          LatencyMetric.ITL,
          LatencyMetric.CHUNK_GAP,
          LatencyMetric.GENERATION_TIME,
          LatencyMetric.E2EL);

  private LevelPart() {}

  static JsonObject of(ReportInput in, LevelResult level) {
    JsonObject fields = new JsonObject();
    fields.text("name", LevelName.of(level.load()));
    fields.object("client", ResultDocument.client(level.client()));
    fields.text("ending", ending(level));
    fields.flag("slo_met", level.sloSettled());
    fields.object("load", load(level.load()));
    fields.number("window_s", level.window().seconds());
    fields.object("window", window(level.window()));
    fields.object("backlog", level.backlog(), LevelPart::backlog);
    fields.object("turns", level.turns(), LevelPart::turns);
    fields.object("totals", totals(level));
    fields.object("left_out", excluded(level));
    fields.object("requests", requests(level.requests()));
    latencies(level.latencies(), fields);
    rates(level.rates(), level.reliability(), fields);
    if (!level.reliability().outages().isEmpty()) {
      long begin = level.window().runBeginNanos();
      fields.objects("outages", level.reliability().outages(), each -> outage(each, begin));
    }
    fields.object("tokens", tokens(level.tokens()));
    fields.object("lengths", lengths(in, level));
    fields.object("goodput", level.goodput(), LevelPart::goodput);
    fields.object("reading", level.reading(), LevelPart::reading);
    fields.object("cost", level.cost(), LevelPart::cost);
    fields.object("energy", EnergyPart.of(in, level).map(EnergyPart::fields).orElse(null));
    fields.object("server", in.servers().of(level).map(ServerPart::of).orElse(null));
    fields.object("ratings", ratings(level));
    fields.objects("bounds", level.bounds(), LevelPart::bound);
    if (!level.classes().isEmpty()) {
      fields.objects("classes", level.classes(), LevelPart::sloClass);
    }
    fields.objects("promises", level.promises(), LevelPart::promise);
    return fields.texts("notes", Notes.ofLevel(in, level)).texts("faults", level.faults());
  }

  private static String ending(LevelResult level) {
    LevelEnded.Ending ending = level.window().ending();
    return ending == null ? "lost" : ending.name().toLowerCase(Locale.ROOT);
  }

  private static JsonObject load(Load load) {
    return new JsonObject()
        .text("arrivals", load.arrivals())
        .text("profile", load.profile())
        .number("rate_asked", load.targetRate())
        .number("rate_achieved", load.rateAchieved())
        .number("rate_planned", load.ratePlanned())
        .whole("concurrency_asked", whole(load.targetConcurrency()))
        .whole("max_in_flight", whole(load.maxInFlight()))
        .number("gap_cv", load.gapCv())
        .number("dispersion_1s", load.dispersion1s())
        .number("dispersion_10s", load.dispersion10s())
        .number("planned_gap_cv", load.plannedGapCv())
        .number("planned_dispersion_1s", load.plannedDispersion1s())
        .number("planned_dispersion_10s", load.plannedDispersion10s());
  }

  private static JsonObject window(LevelResult.Window window) {
    return new JsonObject()
        .number("begin_s", (window.beginNanos() - window.runBeginNanos()) / 1e9)
        .number("end_s", (window.endNanos() - window.runBeginNanos()) / 1e9)
        .number("run_s", (window.runEndNanos() - window.runBeginNanos()) / 1e9)
        .whole("begin_ns", window.beginNanos())
        .whole("end_ns", window.endNanos())
        .text("warmup", window.warmup())
        .flag("rates_of_whole_run", window.ratesOfWholeRun());
  }

  private static JsonObject backlog(LevelResult.Backlog backlog) {
    return new JsonObject()
        .number("in_flight_first_quarter", backlog.firstQuarter())
        .number("in_flight_last_quarter", backlog.lastQuarter());
  }

  private static JsonObject turns(Turns turns) {
    return new JsonObject()
        .distribution("first_ttft_ms", turns.firstTtftMs())
        .distribution("later_ttft_ms", turns.laterTtftMs())
        .distribution("session_ms", turns.sessionMs());
  }

  private static JsonObject totals(LevelResult level) {
    Totals totals = level.totals();
    return new JsonObject()
        .whole("requests", totals.requests())
        .whole("ok", totals.ok())
        .whole("failed", totals.failed())
        .whole("cancelled", totals.cancelled())
        .whole("cancelled_late", totals.cancelledLate())
        .number("error_rate", level.judgedErrorRate())
        .counts("by_outcome", totals.byOutcome())
        .counts("by_status", totals.byStatus())
        .whole("attempts", totals.attempts())
        .whole("input_tokens", totals.inputTokens())
        .whole("output_tokens", totals.outputTokens());
  }

  private static JsonObject excluded(LevelResult level) {
    return new JsonObject()
        .whole("requests", level.excluded())
        .whole("failed", level.excludedFailures());
  }

  private static JsonObject requests(Requests requests) {
    return new JsonObject()
        .whole("intended", requests.intended())
        .whole("sent", requests.sent())
        .whole("ok", requests.ok())
        .whole("failed", requests.failed())
        .whole("cancelled", requests.cancelled())
        .whole("cancelled_late", requests.cancelledLate())
        .whole("retries", requests.retries())
        .counts("by_outcome", requests.byOutcome());
  }

  private static void latencies(Latencies all, JsonObject fields) {
    Set<LatencyMetric> metrics = new LinkedHashSet<>(FIRST_LATENCIES);
    metrics.addAll(all.byMetric().keySet());
    for (LatencyMetric metric : metrics) {
      String name = metric == LatencyMetric.GATEWAY_WAIT ? "client_wait" : metric.key();
      fields.distribution(name + "_ms", all.of(metric));
    }
    fields
        .object("from_dispatch", twin(all.fromDispatch()))
        .object("service", twin(all.service()))
        .whole("tpot_undefined", all.tpotUndefined());
  }

  private static @Nullable JsonObject twin(Latencies.Twin twin) {
    return new JsonObject()
        .distribution("ttft_ms", twin.ttftMs())
        .distribution("e2el_ms", twin.e2elMs())
        .orNothing();
  }

  private static void rates(Rates rates, Reliability reliability, JsonObject fields) {
    fields
        .number("rps", rates.rps())
        .number("input_tps", rates.inputTps())
        .number("output_tps", rates.outputTps())
        .number("total_tps", rates.totalTps())
        .number("delivered_output_tps", rates.deliveredOutputTps())
        .number("output_tps_per_user", rates.outputTpsPerUser())
        .number("concurrency_mean", rates.concurrencyMean())
        .whole("concurrency_peak", rates.concurrencyPeak())
        .number("at_server_mean", rates.atServerMean())
        .whole("at_server_peak", rates.atServerPeak())
        .number("error_rate", reliability.errorRate())
        .number("token_error_rate", reliability.tokenErrorRate())
        .number("availability", reliability.availability());
  }

  private static JsonObject outage(LevelResult.Outage outage, long levelBegin) {
    Long recovery = outage.recoveryNanos();
    return new JsonObject()
        .number("begin_s", (outage.beginNanos() - levelBegin) / 1e9)
        .number("end_s", (outage.endNanos() - levelBegin) / 1e9)
        .whole("failed", outage.failed())
        .flag("recovered", recovery != null)
        .number("recovery_s", recovery == null ? null : Double.valueOf(recovery / 1e9));
  }

  private static @Nullable JsonObject ratings(LevelResult level) {
    return new JsonObject()
        .text("ttft", word(Ratings.ttft(level)))
        .text("tpot", word(Ratings.tpot(level)))
        .text("e2el", word(Ratings.e2el(level)))
        .orNothing();
  }

  private static @Nullable String word(@Nullable Rating rating) {
    return rating == null ? null : rating.label();
  }

  private static JsonObject sloClass(SloClassResult result) {
    return new JsonObject()
        .text("class", SafeText.text(result.name()))
        .text("expression", result.slo().expression())
        .whole("judged", result.judged())
        .whole("left", result.left())
        .flag("met", result.met())
        .object("goodput", result.goodput(), LevelPart::goodput)
        .objects("bounds", result.bounds(), LevelPart::bound);
  }

  private static JsonObject bound(BoundResult result) {
    return new JsonObject()
        .text("expression", result.bound().expression())
        .whole("applies", result.applies())
        .whole("within", result.within())
        .number("required", result.required())
        .flag("holds", result.holds())
        .number("observed_ms", result.observedMs());
  }

  private static JsonObject promise(Promise promise) {
    return new JsonObject()
        .number("percentile", promise.percentile())
        .whole("effective_observations", (long) promise.effectiveObservations())
        .whole("requests", promise.requests())
        .number("minutes", promise.minutes());
  }

  private static @Nullable Long whole(@Nullable Integer value) {
    return value == null ? null : Long.valueOf(value);
  }

  static JsonObject tokens(Tokens tokens) {
    return new JsonObject()
        .whole("input", tokens.input())
        .whole("output", tokens.output())
        .whole("reasoning", tokens.reasoning())
        .whole("cached_input", tokens.cachedInput())
        .whole("rejected_draft", tokens.rejectedDraft())
        .constant("output_source", tokens.outputSource())
        .counts("answers_by_source", bySource(tokens))
        .text("itl_source", tokens.itlSource() == null ? null : tokens.itlSource().key())
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
        .number("input_asked_mean", lengths.inputRequested())
        .number("input_reported_mean", lengths.inputReported())
        .number("output_asked_mean", lengths.outputRequested())
        .number("output_reported_mean", lengths.outputReported())
        .orNothing();
  }

  static JsonObject goodput(Goodput goodput) {
    return new JsonObject()
        .goodputs(goodput)
        .whole("good", goodput.good())
        .whole("good_tokens", goodput.goodTokens())
        .whole("recomputed_tokens", goodput.recomputedTokens());
  }

  static JsonObject reading(Reading reading) {
    return new JsonObject()
        .number("pace_tps", reading.paceTps())
        .number("stall_ratio", reading.stallRatio())
        .distribution("longest_stall_ms", reading.longestStallMs())
        .number("stalls_per_answer", reading.stallsPerAnswer())
        .number("noticeable_share", reading.noticeableShare())
        .number("broken_share", reading.brokenShare())
        .whole("stutters", reading.stutters())
        .number("surplus_speed", reading.surplusSpeed());
  }

  static JsonObject cost(CostResult cost) {
    return new JsonObject()
        .number("per_million_output_tokens", cost.perMillionOutputTokens())
        .number("per_million_good_tokens", cost.perMillionGoodTokens())
        .number("per_request", cost.perRequest())
        .number("per_session", cost.perSession())
        .number("total", cost.total())
        .number("waste", cost.waste())
        .text("basis", cost.pricing().basis())
        .text("currency", cost.currency());
  }
}
