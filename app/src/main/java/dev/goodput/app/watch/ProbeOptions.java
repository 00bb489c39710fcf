package dev.goodput.app.watch;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.endpoint.WorkloadOptions;
import dev.goodput.monitor.watch.ProbeSchedule;
import dev.goodput.record.words.Quantities;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for the schedule of the probes and the size of their requests.
final class ProbeOptions {
  private static final Duration MIN_STEP = Duration.ofMillis(100);
  private static final int MAX_REQUESTS = 64;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = "interval between probes (default: 30s)")
  Duration every = Duration.ofSeconds(30);

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "requests per probe, sent at once (default: 1)")
  int requests = 1;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--input-tokens",
      paramLabel = "N",
      description = "prompt length in tokens (default: 32)")
  long inputTokens = 32;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--output-tokens",
      paramLabel = "N",
      description = "response length in tokens (default: 32)")
  long outputTokens = 32;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "timeout of a whole request (default: 60s)")
  Duration timeout = Duration.ofSeconds(60);

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--count", paramLabel = "N", description = "stop after this many probes")
  @Nullable Long count;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--duration", paramLabel = "TIME", description = "stop after this long")
  @Nullable Duration duration;

  /// Rejects invalid values.
  ///
  /// @throws dev.goodput.runner.AppException.Usage an invalid value; the message names the option
  void check() {
    refuse(
        every.compareTo(MIN_STEP) < 0,
        "--every must be at least 100ms, found %s; for more load than that there is goodput bench"
            .formatted(Quantities.format(every)));
    refuse(
        requests < 1 || requests > MAX_REQUESTS,
        "--requests must be between 1 and %d, found %d".formatted(MAX_REQUESTS, requests));
    refuse(inputTokens < 1, "--input-tokens must be 1 or more, found " + inputTokens);
    refuse(
        outputTokens < 2,
        "--output-tokens must be 2 or more, found %d: one token has no gap to measure"
            .formatted(outputTokens));
    refuse(timeout.isZero(), "--timeout must be above 0: a server that hangs is down");
    refuse(count != null && count < 1, "--count must be 1 or more, found " + count);
    refuse(
        duration != null && duration.compareTo(every) < 0,
        "--duration is shorter than --every: there would be one probe; use --count 1 for that");
    refuse(
        count != null && duration != null, "--count and --duration both end the watch: give one");
  }

  /// Returns the workload: prompts of an even length that share no prefix, so that no cache holds
  /// them.
  WorkloadOptions what() {
    WorkloadOptions what = WorkloadOptions.even(inputTokens, outputTokens);
    what.shareNothing();
    return what;
  }

  /// Returns the schedule that these options describe.
  ProbeSchedule schedule() {
    return new ProbeSchedule(every.toNanos(), requests, inputTokens, outputTokens, probes());
  }

  private long probes() {
    if (count != null) {
      return count;
    }
    return duration == null ? 0 : Math.ceilDiv(duration.toNanos(), every.toNanos());
  }
}
