package dev.goodput.runner.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.FleetArchive;
import dev.goodput.telemetry.RollupArchive;
import dev.goodput.telemetry.RollupRange;
import dev.goodput.telemetry.RollupTopic;
import dev.goodput.telemetry.WindowRollup;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Roll-ups that are read instead of a run: a file, a topic of Kafka (`kafka://BROKER:9092/TOPIC`),
/// or a `goodput-fleet live` that runs (`fleet://HOST:9400`).
public final class RollupPlace {
  private static final String KAFKA = "kafka://";
  private static final String FLEET = "fleet://";
  private static final String TOPIC = "goodput.rollups";

  /// The environment variable with the token of `goodput-fleet live`.
  private static final String TOKEN = "GOODPUT_FLEET_TOKEN";

  private static final String HOST = "(?:[\\w.-]+|\\[[0-9a-fA-F:.]+])(?::\\d{1,5})?";
  private static final Pattern BROKERS =
      Pattern.compile("(%s(?:,%s)*)(?:/([\\w.-]{1,240})?)?".formatted(HOST, HOST));
  private static final Pattern LIVE = Pattern.compile("(%s)/?".formatted(HOST));
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /// The page reads the topic before it answers.
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;

  private final String name;
  private final Map<String, String> environment;

  private RollupPlace(String name, Map<String, String> environment) {
    this.name = name;
    this.environment = environment;
  }

  /// Returns the place of roll-ups that words name; empty if they name runs.
  ///
  /// @throws AppException.Usage if there is more than one word
  public static Optional<RollupPlace> of(List<String> runs) {
    return of(runs, System.getenv());
  }

  /// Returns the place of roll-ups that words name, with the variables of an environment.
  static Optional<RollupPlace> of(List<String> runs, Map<String, String> environment) {
    String name = runs.getFirst();
    if (!name.startsWith(KAFKA) && !name.startsWith(FLEET) && !isFile(name)) {
      return Optional.empty();
    }
    if (runs.size() > 1) {
      throw new AppException.Usage(
          "%s holds roll-ups, which are reported alone; remove %s".formatted(name, runs.get(1)));
    }
    return Optional.of(new RollupPlace(name, environment));
  }

  private static boolean isFile(String name) {
    try {
      return Files.isRegularFile(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /// Returns the roll-ups, with deltas added.
  ///
  /// @param range which ones; a file gives all that it has
  /// @throws AppException.Usage if the place cannot be read, or holds none
  public RollupArchive archive(RollupRange range) {
    RollupArchive archive = new RollupArchive();
    read(range, archive::add);
    if (archive.isEmpty()) {
      throw new AppException.Usage(
          name
              + " holds no roll-ups"
              + (isTopic()
                  ? " of this time; goodput-fleet job writes them"
                  : "; goodput-fleet export writes such a file"));
    }
    return archive;
  }

  private boolean isTopic() {
    return name.startsWith(KAFKA) || name.startsWith(FLEET);
  }

  /// Reads the roll-ups one at a time.
  ///
  /// @param range which ones; a file gives all that it has
  /// @throws AppException.Usage if the place cannot be read
  /// @throws BadSettingException if the environment has a token that cannot be sent
  public void read(RollupRange range, Consumer<WindowRollup> each) {
    try {
      if (name.startsWith(KAFKA)) {
        readTopic(range, each);
      } else if (name.startsWith(FLEET)) {
        readLive(range, each);
      } else {
        RollupArchive.read(Path.of(name), each);
      }
    } catch (EventFormatException e) {
      throw new AppException.Usage(
          e.getMessage() + "; expected: lines that goodput-fleet job or export wrote");
    } catch (IOException e) {
      throw new AppException.Usage(
          "cannot read %s: %s".formatted(name, SystemReason.of(e, Path.of(name))));
    }
  }

  private void readTopic(RollupRange range, Consumer<WindowRollup> each) {
    Matcher parts = BROKERS.matcher(name.substring(KAFKA.length()));
    if (!parts.matches()) {
      throw new AppException.Usage(
          "an address of roll-ups in Kafka must be like kafka://broker:9092/goodput.rollups;"
              + " users and passwords belong in the file that GOODPUT_KAFKA_SETTINGS names");
    }
    String servers =
        Stream.of(parts.group(1).split(",", -1))
            .map(server -> withPort(server, 9092))
            .collect(Collectors.joining(","));
    String topic = parts.group(2) == null ? TOPIC : parts.group(2);
    try {
      FleetArchive.load(RollupTopic.class, environment.getOrDefault(FleetArchive.VARIABLE, ""))
          .read(servers, topic, environment, range, each);
    } catch (IllegalArgumentException e) {
      throw new AppException.Usage("%s: %s".formatted(name, e.getMessage()));
    }
  }

  private static String withPort(String server, int port) {
    return server.matches(".*:\\d+") ? server : server + ":" + port;
  }

  private void readLive(RollupRange range, Consumer<WindowRollup> each) throws IOException {
    Matcher parts = LIVE.matcher(name.substring(FLEET.length()));
    if (!parts.matches()) {
      throw notLive();
    }
    HttpRequest request = request(withPort(parts.group(1), 9400), range);
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(checked(sent(client, request)), UTF_8))) {
      RollupArchive.read(name, lines, each);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AppException.Usage(name + ": interrupted");
    }
  }

  private HttpRequest request(String address, RollupRange range) {
    try {
      URI uri = URI.create("http://%s/rollups?%s".formatted(address, range.query()));
      HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(PATIENCE);
      if (hasToken()) {
        String token = Secret.of(environment.getOrDefault(TOKEN, ""), TOKEN).reveal();
        request.header("Authorization", "Bearer " + token);
      }
      return request.build();
    } catch (IllegalArgumentException e) {
      throw notLive();
    }
  }

  private HttpResponse<InputStream> sent(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    } catch (IllegalArgumentException e) {
      throw notLive(); // a port that is out of range
    }
  }

  private boolean hasToken() {
    return !environment.getOrDefault(TOKEN, "").isEmpty();
  }

  private static AppException.Usage notLive() {
    return new AppException.Usage(
        "the address of a goodput-fleet live must be like fleet://host:9400, with a host name of"
            + " letters, digits, \"-\" and \".\", and a port of at most 65535; its token belongs"
            + " into the environment variable "
            + TOKEN);
  }

  private InputStream checked(HttpResponse<InputStream> response) throws IOException {
    if (response.statusCode() == OK) {
      return response.body();
    }
    try (InputStream body = response.body()) {
      if (response.statusCode() == UNAUTHORIZED) {
        throw new AppException.Usage(
            (hasToken()
                    ? "%s refused the token in %s"
                    : "%s needs the token of goodput-fleet live in the environment variable %s")
                .formatted(name, TOKEN));
      }
      String reason = new String(body.readNBytes(500), UTF_8).strip();
      throw new AppException.Usage(
          "%s answered with status %d: %s".formatted(name, response.statusCode(), reason));
    }
  }

  /// Returns how it was typed.
  @Override
  public String toString() {
    return name;
  }
}
