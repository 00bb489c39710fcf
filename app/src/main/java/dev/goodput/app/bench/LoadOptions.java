package dev.goodput.app.bench;

import dev.goodput.app.NextCommandRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Load: when requests start and how many.
public final class LoadOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description =
          "arrival process: closed, constant, poisson, gamma, trace, stages or burst "
              + "(default: poisson with --rate)")
  @Nullable String arrivals;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--rate",
      paramLabel = "R[,R…]",
      split = ",",
      description =
          "requests (or sessions) per second, open loop; several values (bench only) are load "
              + "levels")
  List<Double> rates = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = {"--concurrency", "--users"},
      paramLabel = "N[,N…]",
      split = ",",
      description =
          "users who each send the next request after a response, closed loop; several "
              + "values (bench only) are load levels")
  List<Long> concurrencies = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--cv",
      paramLabel = "X",
      description = "coefficient of variation of gamma gaps; 1 is Poisson")
  @Nullable Double cv;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--stages",
      paramLabel = "R:TIME,…",
      description = "rates over time, constant or ramped: 2:30s,2-20:60s,20:30s")
  @Nullable String stages;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--time-scale",
      paramLabel = "X",
      description = "time factor of a trace; 0.5 replays it twice as fast (default: 1)")
  @Nullable Double timeScale;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-in-flight",
      paramLabel = "N",
      description =
          "limit of concurrent requests in an open loop; latency still counts from the "
              + "intended start")
  @Nullable Long maxInFlight;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--requests", paramLabel = "N", description = "requests per load level")
  @Nullable Long requests;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description =
          "duration of each load level (default: 30s, or 5 think times; none with --requests)")
  @Nullable Duration duration;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--repeats",
      paramLabel = "K",
      description = "runs of the same load, 5 or more, for confidence intervals")
  @Nullable Long repeats;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "run slice I of N of this load, for N machines with the same options; goodput "
              + "report RUN1 RUN2 … combines the slices")
  @Nullable String shard;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--begin-at",
      paramLabel = "TIME",
      description =
          "common start of several machines, like 2026-01-31T12:00:00Z; a machine that is not "
              + "ready by then refuses")
  @Nullable String beginAt;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--coordinator",
      paramLabel = "HOST:PORT",
      description =
          "join a goodput fleet bench on another machine as worker --shard I/N; it gives the "
              + "common start and takes the result")
  @Nullable String coordinator;
}
