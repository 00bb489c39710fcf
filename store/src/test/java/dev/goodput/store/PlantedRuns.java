package dev.goodput.store;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Run directories with known figures.
///
/// @param root where they are
record PlantedRuns(Path root) {
  private static final long SECOND = 1_000_000_000;

  /// A run of one level with one request.
  ///
  /// @param minute of the hour at which it started
  Path run(String name, int minute, double ttftP95) throws IOException {
    Path run = directory(name, minute, Manifest.empty());
    result(run, "poisson 4/s", ttftP95);
    requests(run, 1, null);
    return run;
  }

  Path directory(String name, int minute, Manifest more) {
    Manifest manifest =
        more.with("run.id", name)
            .with("run.started", "2026-11-21T06:%02d:42.5Z".formatted(minute))
            .with("run.workload", "azure-conv")
            .with("run.seed", 42)
            .with("target.model", "llama-3.1-8b")
            .with("target.url", "http://gpu:8000");
    return RunDirectory.create(root.resolve(name), manifest).path();
  }

  static void result(Path run, String load, double ttftP95) throws IOException {
    Files.writeString(
        run.resolve("result.json"),
        """
        {"schema": "goodput.result/1", "run": {"id": "x", "interrupted": false},
         "slo": {"expression": "p95 ttft ≤ 200 ms", "met": true, "name": "chat"},
         "levels": [{"name": "%s", "ending": "complete", "slo_met": true,
           "client": {"verdict": "trusted"},
           "totals": {"error_rate": 0.01, "by_outcome": {"ok": 7}},
           "ttft_ms": {"count": 100, "mean": 50.5, "p95": %s}, "rps": 7.5,
           "goodput": {"attainment": 0.97}, "server": {"preemptions": 3},
           "a_field_of_a_later_version": {"x": 1}}]}
        """
            .formatted(load, ttftP95));
  }

  /// Writes a log of requests that arrive every second, the i-th with i + 1 output tokens.
  static void requests(Path run, int count, @Nullable String tenant) {
    try (RunLogWriter log = RunDirectory.open(run).writer()) {
      for (int i = 0; i < count; i++) {
        log.append(request(i, tenant));
      }
    }
  }

  private static RequestRecord request(int id, @Nullable String tenant) {
    long at = id * SECOND;
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    for (int i = 0; i <= id; i++) {
      chunks.add(at + 100 + i, Channel.ANSWER, i == 0 ? TokenCounts.UNKNOWN : 1);
    }
    return new RequestRecord(
        id,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(id, 0, 0, 10, id + 1),
        new Stamps(at, at, at, at, at, at, at, at + 100, at + 100, at + 100 + id, at + 200 + id),
        chunks.build(),
        TokenCounts.ofUsage(10, id + 1, -1, -1, -1),
        0,
        id % 2 == 0 ? new Outcome.Ok("stop") : new Outcome.HttpError(503, "busy, \"later\""),
        tenant == null ? null : passage(tenant, at));
  }

  private static GatewayInfo passage(String tenant, long at) {
    return new GatewayInfo(
        "llama",
        tenant,
        "/v1",
        "gpu-0",
        "",
        "chat",
        at,
        at + 1,
        at + 2,
        3,
        4,
        GatewayInfo.Parting.DELIVERED);
  }
}
