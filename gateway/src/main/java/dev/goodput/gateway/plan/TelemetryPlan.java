package dev.goodput.gateway.plan;

import dev.goodput.wire.client.MaskedUrl;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The Kafka topic that every exchange is sent to as an event.
///
/// @param servers the brokers to connect to first, separated by commas
/// @param topic the topic
/// @param settings a properties file with further settings of the Kafka client; null for none
public record TelemetryPlan(String servers, String topic, @Nullable Path settings) {
  /// The topic of a URL without one.
  public static final String TOPIC = "goodput.requests";

  private static final String SERVER = "(?:[\\w.-]+|\\[[0-9a-fA-F:.]+])(?::\\d{1,5})?";
  private static final Pattern URL =
      Pattern.compile("kafka://(%s(?:,%s)*)(?:/([\\w.-]{1,249})?)?".formatted(SERVER, SERVER));
  private static final int PORT = 9092;

  /// Parses a URL such as `kafka://broker:9092/topic`.
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
    return new TelemetryPlan(servers.toString(), topic, null);
  }

  /// Returns the plan with a file of further settings.
  public TelemetryPlan withSettings(@Nullable Path file) {
    return new TelemetryPlan(servers, topic, file);
  }

  /// Returns the URL.
  public String url() {
    return "kafka://" + servers + "/" + topic;
  }
}
