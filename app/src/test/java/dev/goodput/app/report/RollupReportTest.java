package dev.goodput.app.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.app.main.Spoken;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.record.TokenSource;
import dev.goodput.telemetry.EventReading;
import dev.goodput.telemetry.EventResult;
import dev.goodput.telemetry.EventSource;
import dev.goodput.telemetry.EventTokens;
import dev.goodput.telemetry.EventVerdict;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupJson;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reports of roll-ups: 28 days of 100 requests each, of which 2 miss their SLO, but 10 on the last
/// day.
class RollupReportTest {
  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
  private static final Slo CHAT = Slo.parse("ttft<=300ms");
  private static final RollupKey ALL = new RollupKey(0, "", "", "", "");
  private static final RollupKey ACME = new RollupKey(RollupKey.TENANT, "acme", "", "", "");

  @TempDir private Path folder;
  private final Spoken typed = new Spoken();

  private static RequestEvent event(boolean good) {
    long ttft = good ? 100_000_000 : 400_000_000;
    return new RequestEvent(
        new EventSource("gw", 1, 1),
        new TrafficLabels("llama", "acme", "chat", "a", "chat"),
        "",
        1,
        2_000_000_000,
        ttft,
        1_000_000_000,
        ttft + 1_000_000_000,
        new EventTokens(1000, 21, TokenSource.USAGE, 21, 21, -1, -1, 20),
        new EventResult(EventResult.Kind.OK, "ok", 0, 0, true, true, true, true, null),
        10_000,
        new EventVerdict(EventVerdict.id(CHAT), true, good, 1, good ? 1 : 0),
        null,
        new EventReading(0, 0, 0, 0, 4_000_000));
  }

  private Path file() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int day = 0; day < 28; day++) {
      long start = START.plus(Duration.ofDays(day)).toEpochMilli();
      for (int delta = 0; delta < 2; delta++) {
        Rollup sums = new Rollup(SparseHistogram.COARSE_BITS);
        for (int i = 0; i < 50; i++) {
          sums.add(event(i >= (day == 27 ? 5 : 1)));
        }
        for (RollupKey key : List.of(ALL, ACME)) {
          lines.add(RollupJson.write(new WindowRollup(start, 86_400_000, key, sums)));
        }
      }
    }
    return Files.write(folder.resolve("rollups.jsonl"), lines);
  }

  @Test
  void twentyEightDaysOfDeltasAreOneResult() throws IOException {
    int exit =
        typed.run(
            "report", file().toString(), "--slo", "ttft<=300ms", "--attainment", "95%", "--json");

    assertThat(exit).as(typed.err()).isZero();
    JsonNode document = JsonMapper.shared().readTree(typed.out());
    JsonNode level = document.at("/levels/0");
    assertThat(document.at("/slo/met").asBoolean()).isTrue();
    assertThat(level.at("/requests/intended").asLong()).isEqualTo(2800);
    assertThat(level.at("/window_s").asDouble()).isEqualTo(28 * 86_400);
    assertThat(level.at("/goodput/attainment").asDouble()).isEqualTo(2736 / 2800.0, within(1e-9));
    assertThat(level.at("/ttft_ms/exact").asBoolean(true)).isFalse();
    // A share of 10 % missed burns a budget of 5 % at twice its pace; 64 of 2,800 are 2.29 %.
    assertThat(document.at("/notes").toString())
        .contains("burn rate 2.00 in 24 h, 0.933 in 72 h, 0.457 in 672 h")
        .contains("percentiles are not exact: within 0.05 %")
        .contains("from 28 roll-ups of 24 h of many gateways");
  }

  @Test
  void aMissedSloEndsWithItsExitCode() throws IOException {
    String file = file().toString();
    String[] lastDay = {
      "report", file, "--from", "2026-11-28", "--tenant", "acme", "--slo", "ttft<=300ms"
    };

    assertThat(typed.run(lastDay)).as(typed.err()).isEqualTo(6);
    assertThat(typed.out()).contains("Misses the SLO: p95 TTFT 400 ms", "10 of 100 requests");
  }

  @Test
  void whatIsNotInTheFileIsNamed() throws IOException {
    String file = file().toString();

    refused("no request of tenant=x ended", "report", file, "--tenant", "x");
    refused("its tenants are acme", "report", file, "--tenant", "x");
    refused("holds no windows that cover", "report", file, "--from", "2026-11-02T01:00:00Z");
    refused("was judged by it", "report", file, "--slo", "ttft<=301ms");
    refused("--warmup needs the log", "report", file, "--warmup", "3s");
    refused("--csv and --jsonl need", "report", file, "--csv", folder.resolve("x").toString());
    refused("--redact is for runs", "report", file, "--redact");
    Path bad = Files.writeString(folder.resolve("bad.jsonl"), "\n{\"rollup\":\"?\"}\n");
    refused("bad.jsonl line 2: not a roll-up: the field rollup is not", "report", bad.toString());
  }

  private void refused(String message, String... args) {
    Spoken fresh = new Spoken();
    assertThat(fresh.run(args)).isEqualTo(2);
    assertThat(fresh.err()).contains(message);
  }
}
