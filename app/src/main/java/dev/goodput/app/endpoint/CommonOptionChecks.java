package dev.goodput.app.endpoint;

import static dev.goodput.runner.Checks.oneOf;
import static dev.goodput.runner.Checks.positive;
import static dev.goodput.runner.Checks.refuse;

import dev.goodput.observe.PowerSource;
import dev.goodput.observe.ScrapeTargets;
import dev.goodput.record.words.Quantities;
import dev.goodput.runner.AppException;
import dev.goodput.runner.endpoint.ExtraBody;
import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import java.time.Duration;
import java.util.List;

/// Rejects contradictions among the options for target, workload and requests, before anything is
/// opened.
final class CommonOptionChecks {
  /// What the embedded engine speaks.
  private static final List<String> EMBEDDED = List.of("chat", "completions");

  private static final List<String> VERSIONS = List.of("1", "2", "auto");
  private static final List<String> HISTORIES = List.of("cumulative", "by-turn");
  private static final int MAX_RETRIES = 100;
  private static final Duration LONGEST_PAUSE = Duration.ofHours(24);

  private CommonOptionChecks() {}

  static void sessions(WorkloadOptions workload) {
    boolean single = workload.turns == null;
    Duration thinkTime = workload.thinkTime;
    if (thinkTime != null) {
      refuse(
          thinkTime.compareTo(LONGEST_PAUSE) > 0,
          "--think-time must be at most 24h, found " + Quantities.format(thinkTime));
    }
    if (workload.history != null) {
      oneOf("--history", workload.history, HISTORIES);
      refuse(single, "--history is about later turns; pass the number of turns with --turns");
    }
  }

  /// @throws dev.goodput.wire.BadSettingException where the URL is none
  static void target(TargetOptions target) {
    refuse(
        target.model != null && target.model.isBlank(),
        "--model needs a model's name, found none; without --model, the only model that the server"
            + " has is used");
    refuse(
        target.url != null && target.profile != null,
        "--profile is for the embedded engine: remove --profile or --url");
    refuse(
        target.url != null && target.virtual,
        "--virtual is for the simulated engine: remove --virtual or --url");
    if (target.profile != null) {
      checkProfile("--profile", target.profile);
    }
    refuse(
        target.virtual && !target.serverMetrics.isEmpty(),
        "--server-metrics needs a server, and --virtual has none; remove one of them");
    refuse(
        target.virtual && !target.power.isEmpty(),
        "--power reads real devices, and --virtual uses none; remove one of them");
    String credential = target.credentials.firstSentOption();
    refuse(
        target.virtual && credential != null,
        credential + " is for requests to a server; --virtual sends none");
    endpoint(target);
    http(target);
    var _ = ScrapeTargets.parse(target.serverMetrics);
    List<PowerSource> _ = PowerSource.parse(target.power);
    target.credentials.check(target.url != null && secured(target.url));
  }

  private static void http(TargetOptions target) {
    oneOf("--http", target.http, VERSIONS);
    HttpVersion version = HttpVersion.named(target.http);
    refuse(
        version != HttpVersion.ONE && target.connectionPerRequest,
        "--connection-per-request works with HTTP/1.1 only; remove it or --http");
    refuse(
        version != HttpVersion.ONE && target.virtual,
        "--http needs a network, and --virtual has none; remove one of them");
  }

  private static void endpoint(TargetOptions target) {
    oneOf("--endpoint", target.endpoint, Dialect.names());
    refuse(
        target.embedded() && !target.virtual && !EMBEDDED.contains(target.endpoint),
        "--endpoint "
            + target.endpoint
            + " is for a server with --url; the embedded engine speaks "
            + String.join(", ", EMBEDDED));
  }

  /// @throws AppException.Usage naming the option, where the profile is none
  static void checkProfile(String option, String profile) {
    try {
      EngineProfile _ = EngineProfile.parse(profile);
    } catch (SimulatorException e) {
      throw new AppException.Usage(option + ": " + e.getMessage());
    }
  }

  /// Whether the address is one of TLS.
  private static boolean secured(String url) {
    return "https".equalsIgnoreCase(Endpoint.parseUrl(url).getScheme());
  }

  static void requests(RequestOptions request) {
    refuse(
        request.retries < 0 || request.retries > MAX_RETRIES,
        "--retries must be between 0 and " + MAX_RETRIES + ", found " + request.retries);
    refuse(
        request.temperature != null
            && !(request.temperature >= 0 && request.temperature < Double.POSITIVE_INFINITY),
        "--temperature must be 0 or more, found " + request.temperature);
    refuse(
        request.cancelShare != null && !(request.cancelShare >= 0 && request.cancelShare <= 1),
        "--cancel-share must be between 0 and 1, found " + request.cancelShare);
    refuse(
        request.cancelAfter != null && request.cancelShare == null,
        "--cancel-after sets when users leave; set how many with --cancel-share");
    positive("--cancel-after", request.cancelAfter);
    if (request.extraBody != null) {
      ExtraBody.check(request.extraBody);
    }
  }

  /// Rejects request options that the API cannot express.
  static void words(TargetOptions target, RequestOptions request) {
    refuse(
        request.ignoreEos && !Dialect.named(target.endpoint).ignoresEos(),
        "--ignore-eos: --endpoint "
            + target.endpoint
            + " does not support it; remove it, or use another endpoint");
  }
}
