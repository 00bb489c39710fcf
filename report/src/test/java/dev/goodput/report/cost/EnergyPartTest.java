package dev.goodput.report.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.observe.MetricsFile;
import dev.goodput.observe.PowerSource;
import dev.goodput.record.Manifest;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.server.RunServers;
import dev.goodput.report.server.Scrapes;
import dev.goodput.report.terminal.TerminalReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class EnergyPartTest {
  private static final ReportInput RUN = SampleRuns.good();
  private static final LevelResult LEVEL = RUN.result().levels().getFirst();
  private static final String PAGE = "http://gpu:9400/metrics";
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path directory;

  /// Two GPUs of 300 W, scraped every second from 5 s before the level's start, when their power
  /// still changes, until a time; a page that was not named as a source of power has 50 W more.
  private ReportInput run(long untilNanos) throws IOException {
    StringBuilder text = new StringBuilder("{\"server_metrics\":1}\n");
    LevelResult.Window window = LEVEL.window();
    long begin = window.runBeginNanos();
    for (long at = begin - 5 * SECOND; at < untilNanos; at += SECOND) {
      long watts = Math.min(300, 300 + 10 * (at - begin) / SECOND);
      text.append(line(at, PAGE, "\"n1 0\":%1$d,\"n1 1\":%1$d".formatted(watts)));
      text.append(line(at, "http://other:9400/metrics", "\"n2 0\":50"));
    }
    Files.writeString(directory.resolve(MetricsFile.NAME), text);
    Manifest manifest =
        Manifest.empty().with("server_metrics.asked", "target").with(PowerSource.KEY, PAGE);
    return Scrapes.with(RUN, RunServers.of(directory, manifest, RUN.result()));
  }

  private static String line(long at, String page, String parts) {
    return ("{\"at_ns\":%d,\"source\":\"%s\",\"took_ns\":0,\"unreadable_lines\":0,\"signs\":"
            + "{\"gpu_power_watts\":{\"metric\":\"DCGM_FI_DEV_POWER_USAGE\",\"parts\":{%s}}}}\n")
        .formatted(at, page, parts);
  }

  @Test
  void dividesTheEnergyOfTheSourceByItsOutput() throws IOException {
    ReportInput in = run(LEVEL.window().endNanos() + 2 * SECOND);
    double tps = Objects.requireNonNull(LEVEL.rates().outputTps());
    JsonNode document = ResultDocument.tree(in);
    JsonNode energy = document.at("/levels/0/energy");
    assertThat(energy.at("/mean_w").asDouble()).isCloseTo(600, within(1e-6));
    assertThat(energy.at("/joules").asDouble())
        .isCloseTo(600 * LEVEL.window().seconds(), within(1e-3));
    assertThat(energy.at("/per_output_token_j").asDouble()).isCloseTo(600 / tps, within(1e-9));
    assertThat(energy.at("/output_tps_per_mw").asDouble()).isCloseTo(tps / 6e-4, within(1e-3));
    assertThat(energy.at("/devices")).hasSize(2);
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(ResultDocument.schema())
                .validate(document.toString(), InputFormat.JSON))
        .isEmpty();
    EnergyPart part = EnergyPart.of(in, LEVEL).orElseThrow();
    assertThat(part.fact().text()).contains(" J per request · ").contains(" · 600 W");
    assertThat(part.note()).isEqualTo("600 W of 2 devices");
    assertThat(TerminalReport.render(in, 80, false)).contains(" energy ");
  }

  @Test
  void reportsThatAPageDisappeared() throws IOException {
    LevelResult.Window window = LEVEL.window();
    ReportInput in = run((window.beginNanos() + window.endNanos()) / 2);
    EnergyPart part = EnergyPart.of(in, LEVEL).orElseThrow();
    assertThat(part.figures()).isNull();
    assertThat(part.fact().text())
        .startsWith("unknown: the power of http://gpu:9400/metrics n1 0 is known for ");
    assertThat(ResultDocument.tree(in).at("/levels/0/energy").has("joules")).isFalse();
  }
}
