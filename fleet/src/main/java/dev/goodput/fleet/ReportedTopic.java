package dev.goodput.fleet;

import dev.goodput.telemetry.RollupRange;
import dev.goodput.telemetry.RollupTopic;
import dev.goodput.telemetry.WindowRollup;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/// The topic that `goodput report kafka://…` reads.
public final class ReportedTopic implements RollupTopic {
  private static final int WAIT_SECONDS = 15;

  /// Creates the reader, for the service loader.
  public ReportedTopic() {}

  @Override
  public void read(
      String servers,
      String topic,
      Map<String, String> environment,
      RollupRange range,
      Consumer<WindowRollup> each) {
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    // Kafka finds classes by name in the thread's loader.
    current.setContextClassLoader(ReportedTopic.class.getClassLoader());
    try {
      String file = environment.getOrDefault(ClusterOptions.SETTINGS, "");
      KafkaCluster cluster =
          new KafkaCluster(
              servers,
              file.isEmpty()
                  ? Map.of()
                  : KafkaCluster.settings(ClusterOptions.SETTINGS, Path.of(file)));
      KafkaRollups rollups = new KafkaRollups(cluster, topic);
      try (Topics topics = new Topics("the address", cluster, WAIT_SECONDS)) {
        rollups.require(topics, "the address");
      }
      rollups.read(range, (line, rollup) -> each.accept(rollup));
    } catch (FleetException | KafkaException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } finally {
      current.setContextClassLoader(before);
    }
  }
}
