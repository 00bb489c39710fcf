package dev.goodput.app.bench;

import dev.goodput.app.NextCommandRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// When and how much to ask.
public final class LoadOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description = "closed, constant, poisson, gamma, trace, stages or burst")
  @Nullable String arrivals;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--rate",
      paramLabel = "R[,R…]",
      split = ",",
      description =
          "requests (of several turns: sessions) per second; poisson unless --arrivals says else;"
              + " several are levels")
  List<Double> rates = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--concurrency",
      paramLabel = "N[,N…]",
      split = ",",
      description = "users who wait for their answer (closed loop); several are levels")
  List<Long> concurrencies = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--cv", paramLabel = "X", description = "burstiness of gamma gaps (1 is poisson)")
  @Nullable Double cv;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--stages",
      paramLabel = "R:TIME,…",
      description = "rates over time, held or ramped: 2:30s,2-20:60s,20:30s")
  @Nullable String stages;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--time-scale",
      paramLabel = "X",
      description = "of a trace: 0.5 plays it twice as fast")
  @Nullable Double timeScale;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-in-flight",
      paramLabel = "N",
      description = "cap of an open loop; who waits keeps the intended start")
  @Nullable Long maxInFlight;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--requests", paramLabel = "N", description = "end after so many, per level")
  @Nullable Long requests;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "end after so long, per level (default: 30s if no --requests)")
  @Nullable Duration duration;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--repeats",
      paramLabel = "K",
      description =
          "the same load so many times (at least 5), each with a seed of its own: percentiles get"
              + " intervals")
  @Nullable Long repeats;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "ask slice I of N of this load, for N machines with the same options; goodput report"
              + " RUN1 RUN2 … makes one of them")
  @Nullable String shard;
}
