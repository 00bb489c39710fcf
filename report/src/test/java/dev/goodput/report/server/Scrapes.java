package dev.goodput.report.server;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.observe.MetricsFile;
import dev.goodput.record.Manifest;
import dev.goodput.report.ReportInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Files of looks as a bench leaves them, invented for a run.
public final class Scrapes {
  /// A page of vLLM.
  public static final String PAGE = "http://127.0.0.1:8000/metrics";

  private static final String HEAD = "{\"server_metrics\":1}\n";
  private static final Manifest REQUESTED = Manifest.empty().with("server_metrics.asked", "target");
  private static final double SECOND = 1e9;

  private final LevelResult level;
  private final StringBuilder lines = new StringBuilder(HEAD);
  private long extraRequests;
  private long extraTokens;

  public Scrapes(ReportInput in) {
    level = in.result().levels().getFirst();
  }

  /// The server counts so many more than the client does.
  public Scrapes counting(long moreRequests, long moreTokens) {
    extraRequests = moreRequests;
    extraTokens = moreTokens;
    return this;
  }

  /// A look each second from before the level's first request to after its last answer.
  public Scrapes whole() {
    double end = level.window().runEndNanos() / SECOND;
    for (int i = 0; i <= 10; i++) {
      scrape(level.window().runBeginNanos() / SECOND - 0.4 + (end + 0.8) * i / 10, i / 10.0);
    }
    return this;
  }

  /// A look at which that share of all is done.
  public Scrapes scrape(double seconds, double share) {
    long tokens = level.totals().outputTokens() + extraTokens;
    long requests = level.totals().attempts() + extraRequests;
    lines.append(
        """
        {"at_ns":%d,"source":"%s","unreadable_lines":0,"signs":{"running":{"metric":"vllm:num_requests_running","parts":{"0":%d}},"waiting":{"metric":"vllm:num_requests_waiting","parts":{"0":0}},"kv_cache_usage":{"metric":"vllm:kv_cache_usage_perc","parts":{"0":%f}},"preemptions":{"metric":"vllm:num_preemptions","parts":{"0":%d}},"generation_tokens":{"metric":"vllm:generation_tokens","parts":{"0":%d}},"requests_finished":{"metric":"vllm:request_success","parts":{"0":%d}}}}
        """
            .formatted(
                (long) (seconds * SECOND),
                PAGE,
                share == 0 || share == 1 ? 0 : 4,
                share / 2,
                Math.round(3 * share),
                100 + Math.round(tokens * share),
                2 + Math.round(requests * share)));
    return this;
  }

  /// A look at a page of SGLang at which that many tokens were computed again.
  public Scrapes recomputing(double seconds, long tokens) {
    lines.append(
        "{\"at_ns\":%d,\"source\":\"%s\",\"signs\":{\"recomputed_tokens\":{\"metric\":\"sglang:num_retracted_output_tokens\",\"parts\":{\"\":%d}}}}\n"
            .formatted((long) (seconds * SECOND), PAGE, tokens));
    return this;
  }

  /// A look that saw nothing.
  public Scrapes miss(double seconds, String why, String words) {
    lines.append(
        "{\"at_ns\":%d,\"source\":\"%s\",\"missed\":\"%s\",\"words\":\"%s\"}\n"
            .formatted((long) (seconds * SECOND), PAGE, why, words));
    return this;
  }

  /// A look at GPUs.
  public Scrapes gpus(double seconds, double watts) {
    return gpus(seconds, watts, 1000, seconds * watts);
  }

  /// A look at GPUs whose exporter began then, and tells that energy.
  public Scrapes gpus(double seconds, double watts, double started, double joules) {
    lines.append(
        String.format(
            Locale.ROOT,
            """
            {"at_ns":%d,"source":"http://gpu/metrics","started_s":%f,"unreadable_lines":0,"signs":{"gpu_utilization":{"metric":"DCGM_FI_DEV_GPU_UTIL","parts":{"0":0.9}},"gpu_memory_used_bytes":{"metric":"DCGM_FI_DEV_FB_USED","parts":{"0":64424509440}},"gpu_power_watts":{"metric":"DCGM_FI_DEV_POWER_USAGE","parts":{"0":%f}},"gpu_energy_joules":{"metric":"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION","parts":{"0":%f}}}}
            """,
            (long) (seconds * SECOND),
            started,
            watts,
            joules));
    return this;
  }

  /// Another line.
  public Scrapes and(String line) {
    lines.append(line);
    return this;
  }

  /// The file's text.
  public String text() {
    return lines.toString();
  }

  /// What a report makes of them.
  public RunServers read(Path directory, ReportInput in) {
    return read(directory, in, text());
  }

  /// What a report makes of them where somebody named the pages.
  public RunServers named(Path directory, ReportInput in) {
    return read(directory, in, text(), REQUESTED.with("server_metrics.asked", "http://a http://b"));
  }

  static RunServers read(Path directory, ReportInput in, String text) {
    return read(directory, in, text, REQUESTED);
  }

  static RunServers read(Path directory, ReportInput in, String text, Manifest manifest) {
    try {
      Files.writeString(directory.resolve(MetricsFile.NAME), text);
      return RunServers.of(directory, manifest, in.result());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The run with what was said of it beside.
  public static ReportInput with(ReportInput in, RunServers servers) {
    return new ReportInput(
        in.manifest(),
        in.result(),
        in.options(),
        in.charts(),
        in.log(),
        in.dir(),
        in.state(),
        servers,
        in.notes(),
        in.losses(),
        null);
  }
}
