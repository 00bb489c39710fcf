package dev.goodput.report.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.TokenCounts;
import dev.goodput.report.PassedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class RequestRowsTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  @TempDir Path dir;

  @Test
  void writesTheColumnsOfTheContractInItsOrder() throws IOException {
    List<String> lines = csv(SampleRuns.few());
    assertThat(lines.getFirst())
        .isEqualTo(
            "id,session,turn,attempt,intended_ns,due_ns,dispatched_ns,connected_ns,sent_ns,"
                + "headers_ns,first_byte_ns,first_token_ns,first_answer_ns,last_token_ns,ended_ns,"
                + "input_tokens_asked,input_tokens,output_tokens_asked,output_tokens,output_source,"
                + "chunks,outcome,status,error,level,cached_input_tokens,cache_write_tokens,"
                + "reasoning_tokens,cost,energy_j");
  }

  @Test
  void writesOneRowForEveryAttemptWithItsStamps() throws IOException {
    ReportInput in = SampleRuns.few();
    List<RequestRecord> records = records(in);
    List<String> lines = csv(in);
    assertThat(lines).hasSize(records.size() + 1);
    String[] row = lines.get(1).split(",", -1);
    RequestRecord record = records.getFirst();
    assertThat(row[0]).isEqualTo("0");
    assertThat(row[4]).isEqualTo(Long.toString(record.stamps().intendedNanos()));
    assertThat(row[11]).isEqualTo(Long.toString(record.stamps().firstTokenNanos()));
    assertThat(row[18]).isEqualTo(Integer.toString(record.outputTokens()));
    assertThat(row[19]).isEqualTo("usage");
    assertThat(row[21]).isEqualTo("ok");
    assertThat(row[22]).isEmpty();
  }

  @Test
  void leavesMissingTimestampsEmptyAndKeepsStatusAndReason() throws IOException {
    String[] row = csv(SampleRuns.allFailed()).get(1).split(",", -1);
    assertThat(row[11]).isEmpty();
    assertThat(row[21]).isEqualTo("http_error");
    assertThat(row[22]).isEqualTo("503");
    assertThat(row[23]).isEqualTo("out of memory");
  }

  @Test
  void quotesSpecialCharacters() throws IOException {
    Path file = dir.resolve("hostile.csv");
    RequestRows.csv(SampleRuns.hostile(), file);
    assertThat(Files.readString(file))
        .contains("\"</script><img src=x onerror=alert(1)>\u0000\"\",\n=1+1\"");
  }

  @Test
  void writesTheSameAsOneObjectPerLine() throws IOException {
    ReportInput in = SampleRuns.hostile();
    Path file = dir.resolve("requests.jsonl");
    RequestRows.jsonl(in, file);
    List<RequestRecord> records = records(in);
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(records.size());
    for (int at = 0; at < lines.size(); at++) {
      JsonNode row = MAPPER.readTree(lines.get(at));
      RequestRecord record = records.get(at);
      assertThat(lines.get(at)).startsWith("{\"id\":");
      assertThat(row.get("id").longValue()).isEqualTo(record.id());
      assertThat(row.get("ended_ns").longValue()).isEqualTo(record.stamps().endedNanos());
      assertThat(row.has("first_token_ns")).isEqualTo(record.chunks().count() > 0);
      assertThat(row.path("error").asString("")).isEqualTo(record.outcome().detail());
    }
  }

  @Test
  void writesTheGatewayColumnsOfEachAttempt() throws IOException {
    Path file = dir.resolve("requests.csv");
    RequestRows.csv(PassedLog.of(SampleRuns.few().log()), RequestCosts.NONE, file);
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.getFirst())
        .endsWith(
            ",level,cached_input_tokens,cache_write_tokens,reasoning_tokens,cost,energy_j,"
                + "model,tenant,route,upstream,session_name,slo_class,received_ns,"
                + "first_written_ns,last_written_ns,request_bytes,answer_bytes,parting");
    assertThat(lines.get(1))
        .endsWith(",llama,acme,/v1/chat/completions,vllm-0,,chat,-40000,9000,,4096,21000,cut");
    assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(42));
  }

  @Test
  void leavesGatewayColumnsEmptyWithoutValues() throws IOException {
    Path file = dir.resolve("requests.csv");
    LogSource log = SampleRuns.few().log();
    RequestRows.csv(
        consumer -> {
          PassedLog.of(log).read(consumer);
          log.read(consumer);
        },
        RequestCosts.NONE,
        file);
    assertThat(Files.readAllLines(file).getLast()).endsWith(",0,,,,,,,,,,,,,,,,,");
  }

  @Test
  void writesGatewayRunsAsOneObjectPerLine() throws IOException {
    Path file = dir.resolve("requests.jsonl");
    RequestRows.jsonl(PassedLog.of(SampleRuns.few().log()), RequestCosts.NONE, file);
    assertThat(Files.readAllLines(file).getFirst())
        .endsWith(
            ",\"level\":0,\"model\":\"llama\",\"tenant\":\"acme\","
                + "\"route\":\"/v1/chat/completions\",\"upstream\":\"vllm-0\","
                + "\"slo_class\":\"chat\",\"received_ns\":-40000,\"first_written_ns\":9000,"
                + "\"request_bytes\":4096,\"answer_bytes\":21000,\"parting\":\"cut\"}");
  }

  /// By a price list of 1 dollar for a million input tokens, 0.1 for cached ones, 2 for a cache
  /// write and 10 for output: 600 × 1 + 300 × 0.1 + 100 × 2 + 50 × 10 millionths.
  @Test
  void showsTheTokensOfEachKindAndTheirCost() throws IOException {
    ModelPrice price =
        new ModelPrice(
            "m",
            "USD",
            "test",
            LocalDate.of(2026, 11, 27),
            Map.of(
                Kind.INPUT,
                1.0,
                Kind.CACHED_INPUT,
                0.1,
                Kind.CACHE_WRITE_5M,
                2.0,
                Kind.OUTPUT,
                10.0),
            null,
            true,
            true);
    TokenCounts usage =
        TokenCounts.ofUsage(1_000, 50, 20, 300, -1)
            .with(new TokenCounts.Priced(60, 40, -1, -1, -1));
    RequestRecord request = records(SampleRuns.counted(_ -> usage)).getFirst();
    JsonNode row = row(request, new RequestCosts(price, Map.of()));
    assertThat(row.get("input_tokens").asInt()).isEqualTo(1_000);
    assertThat(row.get("cached_input_tokens").asInt()).isEqualTo(300);
    assertThat(row.get("cache_write_tokens").asInt()).isEqualTo(100);
    assertThat(row.get("reasoning_tokens").asInt()).isEqualTo(20);
    assertThat(row.get("cost").asDouble()).isCloseTo(1_330e-6, within(1e-12));
    assertThat(row.has("energy_j")).isFalse();
  }

  /// A server of 2 dollars per million output tokens and 3 J per output token.
  @Test
  void sharesEnergyAndTheCostOfAServerAmongTheSuccessfulRequestsOfTheWindow() throws IOException {
    RequestRecord request = records(SampleRuns.few()).getFirst();
    long start = request.stamps().intendedNanos();
    JsonNode inside = row(request, shares(start, start));
    assertThat(inside.get("cost").asDouble())
        .isCloseTo(request.outputTokens() * 2e-6, within(1e-12));
    assertThat(inside.get("energy_j").asDouble()).isEqualTo(3.0 * request.outputTokens());
    RequestRecord failed = records(SampleRuns.allFailed()).getFirst();
    for (JsonNode none :
        List.of(
            row(request, shares(start + 1, start + 2)), row(failed, shares(0, Long.MAX_VALUE)))) {
      assertThat(none.has("cost")).isFalse();
      assertThat(none.has("energy_j")).isFalse();
    }
  }

  private static RequestCosts shares(long begin, long end) {
    return new RequestCosts(null, Map.of(0, new RequestCosts.Share(begin, end, 2.0, 3.0)));
  }

  private JsonNode row(RequestRecord request, RequestCosts costs) throws IOException {
    Path file = dir.resolve("one.jsonl");
    RequestRows.jsonl(consumer -> consumer.accept(request), costs, file);
    return MAPPER.readTree(Files.readString(file));
  }

  private List<String> csv(ReportInput in) throws IOException {
    Path file = dir.resolve("requests.csv");
    RequestRows.csv(in, file);
    return Files.readAllLines(file);
  }

  private static List<RequestRecord> records(ReportInput in) {
    List<RequestRecord> records = new ArrayList<>();
    in.log()
        .read(entry -> {
          if (entry instanceof RequestRecord record) {
            records.add(record);
          }
        });
    return records;
  }
}
