package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.RollupArchive;
import dev.goodput.telemetry.WindowRollup;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Writes the results into a table of PostgreSQL.
@Command(
    name = "store",
    description = {
      "Writes the job's results to PostgreSQL.",
      "The table goodput_rollups has one row for each window and key. The command can "
          + "be stopped and started at any time: each result counts once."
    },
    mixinStandardHelpOptions = true)
final class StoreCommand implements Callable<Integer> {
  private static final String PASSWORD = "GOODPUT_JDBC_PASSWORD";

  @Mixin private ResultOptions results = new ResultOptions();

  @Option(
      names = "--jdbc",
      paramLabel = "URL",
      required = true,
      description = "Database, such as jdbc:postgresql://db:5432/goodput")
  private String url = "";

  @Option(
      names = "--jdbc-user",
      paramLabel = "NAME",
      defaultValue = "",
      description =
          "User of the database. The password is read from the environment variable " + PASSWORD)
  private String user = "";

  @Option(names = "--until-now", description = "End when the results so far are stored.")
  private boolean untilNow;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    KafkaRollups topic = results.topic();
    String password = Optional.ofNullable(System.getenv(PASSWORD)).orElse("");
    try (RollupTable table = new RollupTable(url, user, password);
        KafkaConsumer<byte[], byte[]> consumer = topic.cluster().consumer()) {
      long stored = store(table, consumer, topic.name());
      spec.commandLine()
          .getOut()
          .printf("%d results of %s stored in goodput_rollups%n", stored, topic.name());
      return 0;
    } catch (SQLException e) {
      String safe = JdbcSecrets.masked(url);
      String cause = new JdbcSecrets(url, password).masked(e);
      throw new FleetException("--jdbc %s: %s".formatted(safe, cause), e);
    } catch (EventFormatException e) {
      throw topic.notResults(e);
    }
  }

  private long store(RollupTable table, KafkaConsumer<byte[], byte[]> consumer, String topic)
      throws SQLException {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(each -> new TopicPartition(topic, each.partition()))
            .toList();
    consumer.assign(partitions);
    for (TopicPartition each : partitions) {
      Optional<Long> next = table.offset(topic, each.partition());
      if (next.isPresent()) {
        consumer.seek(each, next.get());
      } else {
        consumer.seekToBeginning(List.of(each));
      }
    }
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    long stored = 0;
    while (!untilNow
        || partitions.stream()
            .anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
      ConsumerRecords<byte[], byte[]> read = consumer.poll(Duration.ofSeconds(1));
      Map<String, WindowRollup> deltas = RollupTable.deltas();
      for (ConsumerRecord<byte[], byte[]> each : read) {
        RollupTable.merge(RollupArchive.parse(new String(each.value(), UTF_8)), deltas);
      }
      Map<Integer, Long> offsets = new HashMap<>();
      partitions.forEach(each -> offsets.put(each.partition(), consumer.position(each)));
      if (!deltas.isEmpty()) {
        table.add(deltas, topic, offsets);
        stored += read.count();
      }
    }
    return stored;
  }
}
