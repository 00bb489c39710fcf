package dev.goodput.fleet;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Runs the job: in this process, or on the cluster that `flink run` submits it to.
@Command(
    name = "job",
    description = {
      "Rolls request events up into windows of 10 s, 1 min, 1 h and 1 d.",
      "Runs in this process, or on a cluster with: flink run … job OPTIONS"
    },
    mixinStandardHelpOptions = true)
final class JobCommand implements Callable<Integer> {
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
              + " less traffic count as 'other' (default: ${DEFAULT-VALUE}).")
  private int labelValues;

  @Option(
      names = "--label-sets",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Sets of labels in each parallel task (default: ${DEFAULT-VALUE}).")
  private int labelSets;

  @Option(names = "--until-now", description = "End when the events sent so far are read.")
  private boolean untilNow;

  @Override
  public Integer call() throws Exception {
    atLeast("--out-of-orderness", outOfOrderness, 0);
    atLeast("--lateness", lateness, 0);
    atLeast("--checkpoint-every", checkpoints, 1);
    atLeast("--label-values", labelValues, 1);
    atLeast("--label-sets", labelSets, 1);
    try (Topics topics = new Topics(kafka.servers)) {
      if (topics.partitions(kafka.events).isEmpty()) {
        throw new FleetException(
            "there is no topic '%s' at %s; check --events, or let a gateway or a replay create it"
                .formatted(kafka.events, kafka.servers));
      }
      topics.create(results, Optional.empty(), Map.of());
      topics.create(deadLetters, Optional.empty(), Map.of());
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    if (checkpointDirectory != null) {
      Configuration storage = new Configuration();
      storage.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
      storage.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpointDirectory);
      env.configure(storage);
    }
    new FleetJob(settings()).build(env);
    env.execute(group);
    return 0;
  }

  private JobSettings settings() {
    return new JobSettings(
        kafka.servers,
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
