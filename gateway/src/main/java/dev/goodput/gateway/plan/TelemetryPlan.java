package dev.goodput.gateway.plan;

import dev.goodput.wire.client.MaskedUrl;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The Kafka topic that every exchange is sent to, as an event or in a partial of a roll-up.
///
/// @param servers the brokers to connect to first, separated by commas
/// @param topic the topic that the fleet job reads
/// @param settings a properties file with further settings of the Kafka client; null for none
/// @param partials whether the gateway folds its events into partials for the topic; the events
///   then go to [#eventsTopic()]
/// @param spill the file for what the brokers do not take; null for none
/// @param spillBytes the largest size of what waits in this file, which has up to twice this size
public record TelemetryPlan(
    String servers,
    String topic,
    @Nullable Path settings,
    boolean partials,
    @Nullable Path spill,
    long spillBytes) {
  /// The topic of a URL without one.
  public static final String TOPIC = "goodput.requests";

  private static final String SERVER = "(?:[\\w.-]+|\\[[0-9a-fA-F:.]+])(?::\\d{1,5})?";
  private static final Pattern URL =
      Pattern.compile("kafka://(%s(?:,%s)*)(?:/([\\w.-]{1,240})?)?".formatted(SERVER, SERVER));
  private static final int PORT = 9092;

  /// @throws PlanException a size out of range
  public TelemetryPlan {
    Checks.bytesAtLeast("spill-size", 1 << 20, spillBytes);
  }

  /// Parses a URL such as `kafka://broker:9092/topic`. There are no partials and no file, which
  /// would have up to 1 GiB.
  ///
  /// @throws PlanException another text
  public static TelemetryPlan to(String url) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      throw new PlanException(
          "url", "must be like kafka://broker:9092/topic, found \"" + MaskedUrl.typed(url) + "\"");
    }
    StringBuilder servers = new StringBuilder();
    for (String each : parts.group(1).split(",", -1)) {
      servers.append(servers.isEmpty() ? "" : ",").append(each);
      servers.append(each.matches(".*:\\d+") ? "" : ":" + PORT);
    }
    String topic = parts.group(2) == null ? TOPIC : parts.group(2);
    return new TelemetryPlan(servers.toString(), topic, null, false, null, 1L << 30);
  }

  /// Returns the plan with partials.
  public TelemetryPlan withPartials() {
    return new TelemetryPlan(servers, topic, settings, true, spill, spillBytes);
  }

  /// Returns the topic of events if the other one has partials.
  public String eventsTopic() {
    return topic + ".events";
  }

  /// Returns the URL.
  public String url() {
    return "kafka://" + servers + "/" + topic;
  }
}
