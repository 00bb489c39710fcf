package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.ServiceObservation.Energy;
import dev.goodput.observe.ServiceObservation.Engine;
import dev.goodput.observe.ServiceObservation.Event;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceObservationTest {
  private static final Instant AT = Instant.parse("2026-11-27T14:00:00.500Z");

  @TempDir private Path directory;

  @Test
  void readsBackWhatWasWritten() {
    RunDirectory run = RunDirectory.create(directory.resolve("run"), Manifest.empty());
    List<ServiceObservation> written =
        List.of(
            new Event(
                AT, "metrics_down", "gpu-0", "cannot be read: \u201erefused\u201d \n HTTP 503"),
            new Engine(
                AT.plusSeconds(30),
                new EngineFigures(
                    0,
                    "gpu-0",
                    "vllm",
                    2,
                    1,
                    Map.of(EngineMetric.PREEMPTIONS, 12.0, EngineMetric.KV_CACHE_USAGE, 0.985)),
                List.of("http://a:8000/metrics", "http://b:8000/metrics")),
            new Energy(AT, "gpu-0", 1.5e9, 86_400.25),
            new Engine(AT, new EngineFigures(0, "gpu-1", "", 0, 0, Map.of()), List.of()));
    written.forEach(each -> run.append(RunDirectory.SERVICE_FILE, each.line()));
    assertThat(read(run)).isEqualTo(written);
  }

  @Test
  void skipsDamagedAndUnknownLines() {
    RunDirectory run = RunDirectory.create(directory.resolve("run"), Manifest.empty());
    String whole = new Event(AT, "engine_restart", "gpu-0", "").line();
    for (String line :
        List.of(
            "",
            whole.substring(0, whole.length() - 2),
            "{\"at\":\"yesterday\",\"event\":\"gateway\"}",
            "{\"at\":\"2026-11-27T14:00:00Z\",\"of_a_later_version\":[1]}",
            "{\"event\":\"gateway\"}",
            "[]",
            whole.replace("}", ",\"new\":{\"a\":[1,2]}}"))) {
      run.append(RunDirectory.SERVICE_FILE, line);
    }
    assertThat(read(run)).containsExactly(new Event(AT, "engine_restart", "gpu-0", ""));
  }

  @Test
  void readsNothingWhereNothingWasStored() {
    RunDirectory run = RunDirectory.create(directory.resolve("run"), Manifest.empty());
    assertThat(read(run)).isEmpty();
  }

  private static List<ServiceObservation> read(RunDirectory run) {
    List<ServiceObservation> found = new ArrayList<>();
    ServiceObservation.read(run, found::add);
    return found;
  }
}
