package dev.goodput.fleet;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Runs the job: in this process, or on the cluster that `flink run` submits it to.
@Command(
    name = "job",
    description = {
      "Rolls request events up into windows of 10 s, 1 min, 1 h and 1 d.",
      "Runs in this process, or on a cluster with: flink run … job OPTIONS"
    },
    mixinStandardHelpOptions = true)
final class JobCommand implements Callable<Integer> {
  private static final String METADATA = "_metadata";

  /// How long the job waits for another one that ends.
  private static final Duration OTHER_JOB = Duration.ofSeconds(60);

  @Mixin private KafkaOptions kafka = new KafkaOptions();

  @Option(
      names = "--results",
      paramLabel = "TOPIC",
      defaultValue = "goodput.rollups",
      description = "Topic of the roll-ups (default: ${DEFAULT-VALUE}).")
  private String results = "";

  @Option(
      names = "--dead-letters",
      paramLabel = "TOPIC",
      defaultValue = "goodput.dead-letters",
      description = "Topic of records that are not events (default: ${DEFAULT-VALUE}).")
  private String deadLetters = "";

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "goodput-fleet",
      description =
          "Consumer group and prefix of transactions. Each job needs its own"
              + " (default: ${DEFAULT-VALUE}).")
  private String group = "";

  @Option(
      names = "--out-of-orderness",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "How long a window waits for events out of order (default: ${DEFAULT-VALUE}).")
  private long outOfOrderness;

  @Option(
      names = "--lateness",
      paramLabel = "SECONDS",
      defaultValue = "604800",
      description =
          "How late an event may be and still correct its window, which costs no memory. Later"
              + " events are counted as too late (default: ${DEFAULT-VALUE}, a week).")
  private long lateness;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "Time between checkpoints. Results become visible at each one"
              + " (default: ${DEFAULT-VALUE}).")
  private long checkpoints;

  @Option(
      names = "--checkpoints",
      paramLabel = "URI",
      description = "Directory of the checkpoints (default: of the cluster, or memory).")
  private @Nullable String checkpointDirectory;

  @Option(
      names = "--label-values",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Values of one label (tenant, model, route, SLO class) in each parallel task; those with"
              + " less traffic count as \"other\" (default: ${DEFAULT-VALUE}).")
  private int labelValues;

  @Option(
      names = "--label-sets",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Sets of labels in each parallel task (default: ${DEFAULT-VALUE}).")
  private int labelSets;

  @Option(
      names = "--restore",
      paramLabel = "URI",
      description =
          "Checkpoint or savepoint to go on from. A directory of this machine means the newest"
              + " one in it.")
  private @Nullable String restore;

  @Option(
      names = "--restarts",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "Restarts in a row after failures, 1 s to 1 min apart, before the job ends"
              + " (default: ${DEFAULT-VALUE}).")
  private int restarts;

  @Option(names = "--until-now", description = "End when the events sent so far are read.")
  private boolean untilNow;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    if (untilNow && restore != null) {
      throw new FleetException(
          "--until-now and --restore exclude each other: a restored source of Kafka has no end");
    }
    atLeast("--out-of-orderness", outOfOrderness, 0);
    atLeast("--lateness", lateness, 0);
    atLeast("--checkpoint-every", checkpoints, 1);
    atLeast("--restarts", restarts, 0);
    atLeast("--label-values", labelValues, 1);
    atLeast("--label-sets", labelSets, 1);
    KafkaCluster cluster = kafka.cluster();
    int partitions;
    try (Topics topics = new Topics(cluster)) {
      partitions =
          topics.require(kafka.events, "check --events, or let a gateway or a replay create it");
      if (topics.member(JobLease.group(group)).isPresent()) {
        spec.commandLine()
            .getErr()
            .printf(
                "goodput-fleet: another job with --group %s runs; waiting up to %d s for its end%n",
                group, OTHER_JOB.toSeconds());
      }
      requireAlone(topics, group, OTHER_JOB);
      topics.create(results, Optional.empty(), Map.of());
      topics.create(deadLetters, Optional.empty(), Map.of());
    }
    StreamExecutionEnvironment env = environment(partitions);
    env.configure(restarts(restarts));
    if (checkpointDirectory != null) {
      env.configure(storage(checkpointDirectory));
    }
    Optional<String> from = Optional.ofNullable(restore).map(JobCommand::checkpoint);
    if (from.isPresent()) {
      Configuration recovery = new Configuration();
      recovery.set(StateRecoveryOptions.SAVEPOINT_PATH, from.get());
      env.configure(recovery);
    }
    new FleetJob(settings(cluster)).build(env);
    try {
      env.execute(group);
    } catch (JobExecutionException e) {
      return ended(e);
    }
    return 0;
  }

  /// Returns the environment with at most as many parallel tasks as partitions: at each start,
  /// windows would wait until a task without a partition counts as idle.
  static StreamExecutionEnvironment environment(int partitions) {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(Math.min(env.getParallelism(), partitions));
    return env;
  }

  /// Waits until no other job has the group: one that was killed has it for some more seconds.
  ///
  /// @throws FleetException if another job still has it after this time
  static void requireAlone(Topics topics, String group, Duration patience)
      throws InterruptedException {
    Optional<String> other = topics.member(JobLease.group(group));
    for (long tries = patience.toSeconds(); other.isPresent(); tries--) {
      if (tries <= 0) {
        throw new FleetException(
            "another job with --group %s runs on %s: each job needs its own --group"
                .formatted(group, other.get()));
      }
      Thread.sleep(Duration.ofSeconds(1));
      other = topics.member(JobLease.group(group));
    }
  }

  private int ended(JobExecutionException e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    spec.commandLine()
        .getErr()
        .printf("goodput-fleet: the job ended after at most %d restarts: %s%n", restarts, cause);
    if (checkpointDirectory != null) {
      spec.commandLine()
          .getErr()
          .println("Go on from its last checkpoint with --restore " + checkpointDirectory);
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  /// Returns the options of a job that restarts a number of times in a row, after 1 s, 2 s and so
  /// on up to a minute, and then fails. An hour without a failure forgives earlier ones.
  static Configuration restarts(int attempts) {
    Configuration options = new Configuration();
    if (attempts == 0) {
      options.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
      return options;
    }
    options.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    options.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
        Duration.ofSeconds(1));
    options.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
        Duration.ofMinutes(1));
    options.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER, 2.0);
    options.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
        Duration.ofHours(1));
    options.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, attempts);
    return options;
  }

  /// Returns the options of checkpoints that outlive their job.
  static Configuration storage(String directory) {
    Configuration options = new Configuration();
    options.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    options.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory);
    options.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    return options;
  }

  /// Returns a checkpoint or savepoint: this one, or the newest one in a directory of this machine
  /// that holds those of several jobs.
  static String checkpoint(String place) {
    Path directory = Path.of(place.startsWith("file:") ? URI.create(place).getPath() : place);
    if (!Files.isDirectory(directory) || Files.exists(directory.resolve(METADATA))) {
      return place;
    }
    try (Stream<Path> below = Files.walk(directory, 3)) {
      return below
          .filter(file -> file.endsWith(METADATA))
          .max(Comparator.comparing(JobCommand::written))
          .map(file -> file.resolveSibling(".").normalize().toUri().toString())
          .orElseThrow(() -> new FleetException("--restore: there is no checkpoint in " + place));
    } catch (IOException e) {
      throw new FleetException("--restore: cannot list " + place + ": " + e.getMessage(), e);
    }
  }

  private static FileTime written(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return FileTime.fromMillis(0); // it was deleted meanwhile
    }
  }

  private JobSettings settings(KafkaCluster cluster) {
    return new JobSettings(
        cluster,
        kafka.events,
        results,
        deadLetters,
        group,
        Duration.ofSeconds(outOfOrderness),
        Duration.ofSeconds(lateness),
        Duration.ofSeconds(30),
        Duration.ofSeconds(checkpoints),
        labelValues,
        labelSets,
        untilNow);
  }

  private static void atLeast(String option, long found, long least) {
    if (found < least) {
      throw new FleetException("%s must be at least %d, not %d".formatted(option, least, found));
    }
  }
}
