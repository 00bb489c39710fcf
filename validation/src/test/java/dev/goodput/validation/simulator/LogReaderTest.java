package dev.goodput.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.simulator.SimulatorException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogReaderTest {
  private static final String META =
      """
      {"model": "Llama-3.1-8B", "hardware": {"device_name": "H100"}, "kv_cache": {"num_gpu_blocks": 2588, "block_size": 16,
        "enable_prefix_caching": true},
       "engine_kwargs": {"dtype": "bfloat16", "tensor_parallel_size": 1, "max_model_len": 32768,
        "max_num_seqs": 64, "max_num_batched_tokens": 4096}}
      """;
  private static final String REQUEST =
      """
      {"input_toks": 1000, "output_toks": 3, "queued_ts": 5.5, "first_token_ts": 5.6, "last_token_ts": 5.7}
      """;

  private static EngineLog read(String requests) {
    return read(META, requests);
  }

  private static EngineLog read(String meta, String requests) {
    return LogReader.read(
        "H100_x",
        new LogReader.Text("x.meta.json", meta),
        new LogReader.Text("x.requests.jsonl", requests),
        null);
  }

  private static String withBlocks(String blocks) {
    return REQUEST.replace("{", "{\"prefix_block_ids_16\": " + blocks + ", ");
  }

  /// With prefix blocks, so that nothing is noted of their absence.
  private static EngineLog withPrefixes(String requests) {
    return read(requests.replace("{", "{\"prefix_block_ids_16\": [], "));
  }

  private static double meanTtft(EngineLog log) {
    return Replay.of(log, log.setup().profile()).values().getFirst().millis();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"output_toks\": 3|\"output_toks\": 0",
        "\"first_token_ts\": 5.6|\"first_token_ts\": null",
        "\"first_token_ts\": 5.6|\"first_token_ts\": 0.0",
        "\"first_token_ts\": 5.6, \"last_token_ts\": 5.7|\"aborted\": true",
        "\"last_token_ts\": 5.7|\"last_token_ts\": null"
      })
  void skipsRequestsWithoutAResponse(String found, String instead) {
    EngineLog log = withPrefixes(REQUEST.replace(found, instead) + REQUEST + REQUEST);
    assertThat(log.entries()).hasSize(2);
    assertThat(log.excluded()).isEqualTo(1);
    assertThat(Validation.of(log, List.of()).notes())
        .containsExactly(
            "excluded: 1 of 3 requests, without a first or last token or without output");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"input_toks\": 9, \"output_toks\": 0}"})
  void refusesALogWithoutResponses(String requests) {
    assertThatThrownBy(() -> read(requests))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessage("x.requests.jsonl has no request that was answered");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.4", "5.8"})
  void refusesAnImpossibleOrderOfTimes(String first) {
    assertThatThrownBy(() -> read(REQUEST + REQUEST.replace("5.6", first)))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessage(
            "x.requests.jsonl line 2: first_token_ts: expected a time between queued_ts and"
                + " last_token_ts, found \"%s\"",
            first);
  }

  @Test
  void refusesARequestThatTookNoTime() {
    String none = REQUEST.replaceAll("5\\.\\d", "5.5");
    assertThatThrownBy(() -> read(none)).hasMessageContaining("expected a time between");
  }

  @Test
  void refusesASecondObjectOfALine() {
    assertThatThrownBy(() -> read(REQUEST + REQUEST.strip() + " " + REQUEST))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessage("x.requests.jsonl line 2: expected one JSON object, found more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e2147483640", "1e30", "-1e-2147483647e", "NaN1"})
  void refusesInvalidTimes(String seconds) {
    String bad = REQUEST.replace("5.5", "\"" + seconds + "\"");
    assertThatThrownBy(() -> read(bad))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageContaining("queued_ts: expected a number of seconds, found \"" + seconds);
  }

  @Test
  void refusesALengthThatNoEngineHas() {
    EngineLog log = read(REQUEST.replace(": 3,", ": 2147483647,"));
    assertThatThrownBy(() -> Validation.of(log, List.of()))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageContaining("a request of 2,147,484,647 tokens");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1, \"a\"]", "\"a\"", "[[1]]", "[1.5]", "5", "{\"a\": 1}"})
  void refusesNonNumericBlocks(String blocks) {
    assertThatThrownBy(() -> read(withBlocks(blocks)))
        .isInstanceOf(SimulatorException.BadLog.class)
        .hasMessageContaining("prefix_block_ids_16: expected a list of whole numbers, found ");
  }

  @Test
  void sharesTheBlockOfNumberZero() {
    String apart = withBlocks("[0]") + withBlocks("[1]").replace("\": 5.", "\": 9.");
    String shared = withBlocks("[0]") + withBlocks("[0]").replace("\": 5.", "\": 9.");
    assertThat(meanTtft(read(shared))).isLessThan(meanTtft(read(apart)));
  }

  @Test
  void givesNoBlockOfAnAnswerTheNumberOfAPrompts() {
    String answer = ": 40, \"output_toks\": 20,";
    String more = withBlocks("[7, 8, 9]").replace(": 1000, \"output_toks\": 3,", answer);
    String full = withBlocks("[7, 8]").replace(": 1000, \"output_toks\": 3,", answer);
    String later = withBlocks("[7, 8, 9]").replace("\": 5.", "\": 9.");
    assertThat(meanTtft(read(more + later))).isEqualTo(meanTtft(read(full + later)));
  }

  @Test
  void omitsAMissingStatisticAndReportsIt() {
    String whole = REQUEST.replace("5.6", "5.7");
    Validation validation = Validation.of(withPrefixes(whole + whole), List.of());
    assertThat(validation.errors()).hasSize(10).noneMatch(error -> error.name().contains("tpot"));
    assertThat(validation.rmsRelativeError()).isBetween(.1, 1.0);
    assertThat(validation.notes())
        .singleElement()
        .asString()
        .startsWith("excluded: tpot_mean, tpot_p50, tpot_p90");
  }

  @Test
  void reportsThatPrefixesAreUnknown() {
    assertThat(read(REQUEST).notes())
        .containsExactly(
            "no prefix blocks of its requests are known (--workload FILE): no request finds"
                + " another's prefix in the simulated cache");
    assertThat(withPrefixes(REQUEST).notes()).isEmpty();
    String off = META.replace("_caching\": true", "_caching\": false");
    assertThat(read(off, REQUEST).notes()).as("nor did the real engine's").isEmpty();
  }
}
