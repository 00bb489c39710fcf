package dev.goodput.fleet;

import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.telemetry.FleetArchive;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Starts everything on this machine, each part in a process of its own: Kafka, the Flink job, a
/// demo gateway, and a page with the results.
@Command(
    name = "up",
    description = {
      "Starts Kafka, the Flink job and a demo gateway here.",
      "Each is a process of its own. A page shows live results until you press Ctrl-C. "
          + "Nothing is kept."
    },
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
  private static final String EVENTS = "goodput.requests";
  private static final String RESULTS = "goodput.rollups";
  private static final int BROKER_ATTEMPTS = 8;
  private static final long TICK_MILLIS = 500;
  private static final String MAIN_PROGRAM = "GOODPUT";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9400",
      description = "Port of the page; 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--goodput",
      paramLabel = "FILE",
      description =
          "The main program's launcher (default: environment variable GOODPUT, or that of the"
              + " source tree in which this archive was built).")
  private @Nullable Path program;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port < 0 || port > 65_535) {
      throw new FleetException("--port must be between 0 and 65535, not " + port);
    }
    System.setProperty("goodput.kafka.log", "ERROR"); // before the first logger exists
    Path archive = archive();
    Path launcher = launcher(archive, System.getenv());
    Path folder = Files.createTempDirectory("goodput-fleet-");
    DemoProcesses processes = new DemoProcesses(folder);
    Thread stop = new Thread(() -> stop(processes, folder), "goodput-fleet-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      String reason = run(processes, folder, archive, launcher);
      spec.commandLine().getErr().println("goodput-fleet: " + reason);
      return CommandLine.ExitCode.SOFTWARE;
    } finally {
      processes.close();
    }
  }

  private void stop(DemoProcesses processes, Path folder) {
    processes.close();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    } catch (IOException | UncheckedIOException e) {
      spec.commandLine().getErr().println("goodput-fleet: left " + folder + ": " + e.getMessage());
    }
  }

  /// Starts all parts, and serves until one of them ends.
  ///
  /// @return why it ended
  private String run(DemoProcesses processes, Path folder, Path archive, Path launcher)
      throws InterruptedException {
    int broker = LocalBroker.freePort();
    String kafka = "127.0.0.1:" + broker;
    InstantSource clock = InstantSource.system();
    LiveResults results = new LiveResults(TrafficPlan.DEFAULTS, clock.millis());
    int gateway = LocalBroker.freePort();
    int admin = LocalBroker.freePort();
    String links =
        "<p>The gateway's own <a href=\"http://127.0.0.1:%d/\">live page</a>. Its address for your requests: http://127.0.0.1:%d/v1</p>"
            .formatted(admin, gateway);
    KafkaRollups topic = new KafkaRollups(KafkaCluster.at(kafka), RESULTS);
    try (LivePage page = LivePage.start(LiveAccess.local(port), results, topic, links, clock)) {
      say("starting Kafka");
      processes.startJava(
          "Kafka broker",
          "384m",
          List.of(
              Leashed.BROKER,
              folder.resolve("kafka").toString(),
              broker + "",
              LocalBroker.freePort() + ""));
      createTopics(topic.cluster(), processes);
      say("starting the Flink job and the gateway");
      processes.startJava(
          "Flink job",
          "512m",
          List.of("job", "--kafka", kafka, "--checkpoint-every", "1", "--out-of-orderness", "1"));
      processes.start(
          "gateway",
          List.of(
              launcher.toString(),
              "gateway",
              "--demo",
              "--quiet",
              "--listen",
              "127.0.0.1:" + gateway,
              "--admin",
              "127.0.0.1:" + admin,
              "--telemetry",
              "kafka://" + kafka + "/" + EVENTS),
          Map.of(FleetArchive.VARIABLE, archive.toString()));
      Thread reader = new Thread(() -> results.read(topic));
      reader.setDaemon(true);
      reader.start();
      say("open " + page.url() + "   Ctrl-C stops everything");
      return serve(processes, results);
    }
  }

  private String serve(DemoProcesses processes, LiveResults results) throws InterruptedException {
    boolean shown = false;
    while (true) {
      Optional<String> ended = processes.ended();
      if (ended.isPresent()) {
        return ended.get();
      }
      if (!shown && results.newestMillis().isPresent()) {
        say("the first results are on the page");
        shown = true;
      }
      Thread.sleep(TICK_MILLIS);
    }
  }

  /// Waits for the broker. One partition, so that no partition without traffic holds results back.
  private static void createTopics(KafkaCluster kafka, DemoProcesses processes) {
    for (int attempt = 1; ; attempt++) {
      Optional<String> ended = processes.ended();
      if (ended.isPresent()) {
        throw new FleetException(ended.get());
      }
      try (Topics topics = new Topics("--kafka", kafka, BROKER_ATTEMPTS)) {
        topics.create(EVENTS, Optional.of(1), Topics.BY_ARRIVAL);
        topics.create(RESULTS, Optional.of(1), Map.of());
        return;
      } catch (FleetException e) {
        if (attempt == BROKER_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /// Returns the directory of this archive's jars.
  private static Path archive() {
    String named = System.getenv(FleetArchive.VARIABLE);
    if (named != null) {
      return Path.of(named);
    }
    try {
      Path jar = Path.of(Fleet.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path directory = jar.toAbsolutePath().getParent();
      return directory == null ? jar : directory;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns the launcher of the main program.
  ///
  /// @throws FleetException if there is none
  private Path launcher(Path archive, Map<String, String> environment) {
    @Nullable String named = program == null ? environment.get(MAIN_PROGRAM) : program.toString();
    Path found =
        named == null
            ? archive
                .resolve("../../../../goodput")
                .normalize() // of fleet/target/goodput-fleet/lib
            : Path.of(named);
    if (!Files.isRegularFile(found) || !Files.isExecutable(found)) {
      throw new FleetException(
          "%s is not the main program; name its launcher with --goodput, or in the environment"
                  .formatted(found)
              + " variable GOODPUT");
    }
    return found.toAbsolutePath();
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
