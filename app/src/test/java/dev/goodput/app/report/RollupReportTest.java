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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  static RequestEvent event(boolean good) {
    return event("chat", CHAT, good, EventResult.Kind.OK);
  }

  private static RequestEvent event(String sloClass, Slo slo, boolean good, EventResult.Kind kind) {
    long ttft = good ? 100_000_000 : 400_000_000;
    return new RequestEvent(
        new EventSource("gw", 1, 1),
        new TrafficLabels("llama", "acme", "chat", "a", sloClass),
        "",
        1,
        2_000_000_000,
        ttft,
        1_000_000_000,
        ttft + 1_000_000_000,
        new EventTokens(1000, 21, TokenSource.USAGE, 21, 21, -1, -1, 20),
        new EventResult(
            kind,
            kind == EventResult.Kind.OK ? "ok" : "http_500",
            0,
            0,
            true,
            true,
            true,
            true,
            null),
        10_000,
        new EventVerdict(EventVerdict.id(slo), true, good, 1, good ? 1 : 0),
        null,
        new EventReading(0, 0, 0, 0, 4_000_000));
  }

  /// Writes 200 requests of an hour: 100 of the class chat, of which 10 are slow, and 100 of batch,
  /// which are all slow by chat's SLO, of which 20 failed.
  private Path twoClasses(boolean byClass) throws IOException {
    Slo batch = Slo.parse("e2el<=1s");
    List<RequestEvent> events = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      events.add(event("chat", CHAT, i >= 10, EventResult.Kind.OK));
      events.add(
          event("batch", batch, false, i < 20 ? EventResult.Kind.FAILED : EventResult.Kind.OK));
    }
    Map<RollupKey, Rollup> sums = new LinkedHashMap<>();
    for (RequestEvent each : events) {
      for (RollupKey key : RollupKey.of(each.labels()).coarser()) {
        if (byClass || key.mask() != RollupKey.SLO_CLASS) {
          sums.computeIfAbsent(key, any -> new Rollup(SparseHistogram.FINE_BITS)).add(each);
        }
      }
    }
    List<String> lines = new ArrayList<>();
    sums.forEach((key, all) ->
        lines.add(RollupJson.write(new WindowRollup(START.toEpochMilli(), 3_600_000, key, all))));
    return Files.write(folder.resolve("classes.jsonl"), lines);
  }

  @Test
  void anSloOfOneClassIsReportedForThatClass() throws IOException {
    String file = twoClasses(true).toString();

    typed.run("report", file, "--slo", "ttft<=300ms", "--attainment", "90%", "--json");

    JsonNode document = JsonMapper.shared().readTree(typed.out());
    JsonNode level = document.at("/levels/0");
    assertThat(document.at("/slo/met").asBoolean()).as(typed.err()).isTrue();
    assertThat(level.at("/requests/intended").asLong()).isEqualTo(100);
    assertThat(level.at("/requests/failed").asLong()).isZero();
    assertThat(level.at("/goodput/attainment").asDouble()).isEqualTo(0.9, within(1e-9));
    // The 90th of 100 requests has 100 ms; among those of both classes it has 400 ms.
    assertThat(level.at("/ttft_ms/p90").asDouble()).isEqualTo(100, within(0.01));
    assertThat(document.at("/notes").toString())
        .contains("only slo_class=chat: requests of other classes have another SLO or none")
        .contains("cost: 0.00100 in the currency of the gateways' price lists");
  }

  @Test
  void anSloThatCannotBeSeparatedIsRefused() throws IOException {
    String file = twoClasses(false).toString();

    refused("add --slo-class to report", "report", file, "--slo", "ttft<=300ms");
    String both = twoClasses(true).toString();
    refused("are batch, chat", "report", both, "--slo", "ttft<=300ms", "--tenant", "acme");
    assertThat(new Spoken().run("report", both)).isZero();
  }

  @Test
  void timeWithoutRollupsIsNamed() throws IOException {
    Rollup sums = new Rollup(SparseHistogram.FINE_BITS);
    sums.add(event(true));
    List<String> lines = new ArrayList<>();
    for (long hour : new long[] {0, 1, 5}) {
      long start = START.plus(Duration.ofHours(hour)).toEpochMilli();
      lines.add(RollupJson.write(new WindowRollup(start, 3_600_000, ALL, sums)));
    }
    Path file = Files.write(folder.resolve("gap.jsonl"), lines);

    assertThat(typed.run("report", file.toString())).as(typed.err()).isZero();
    assertThat(typed.out().replaceAll("\\s+", " "))
        .contains(
            "no roll-up of any traffic for 3 h (the longest gap: 2026-11-01T02:00:00Z to"
                + " 2026-11-01T05:00:00Z)");
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
    refused("cover 2026-11-01T00:00:00Z to", "report", file, "--from", "1970-01-01");
    refused("holds no windows that cover", "report", file, "--from", "2026-10-31");
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
