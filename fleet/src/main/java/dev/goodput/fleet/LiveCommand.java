package dev.goodput.fleet;

import dev.goodput.record.SystemReason;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Serves a page and metrics of the results while the job writes them.
@Command(
    name = "live",
    description = {
      "Serves a page and metrics of the newest results.",
      "The path /metrics has the names and labels of a gateway's metrics, so that its "
          + "alert rules and dashboards work for all gateways together."
    },
    mixinStandardHelpOptions = true)
final class LiveCommand implements Callable<Integer> {
  /// The environment variable with the header `Authorization` of remote write.
  static final String AUTHORIZATION = "GOODPUT_REMOTE_WRITE_AUTHORIZATION";

  @Mixin private ResultOptions results = new ResultOptions();

  @Mixin private SloOptions slos = new SloOptions();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:9400",
      description = "Address of the page and the metrics (default: ${DEFAULT-VALUE}).")
  private String listen = "";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File with the token that every request needs if --listen is not a loopback address: a"
              + " bearer token, or the password in a browser.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--from",
      paramLabel = "WHEN",
      description =
          "Count results that the job wrote at this UTC time or later. With the same time, counters"
              + " go on after a restart (default: now).")
  private @Nullable String from;

  @Option(
      names = "--remote-write",
      paramLabel = "URL",
      description =
          "Also sends the metrics to this receiver of Prometheus remote write every 15 s. The"
              + " environment variable "
              + AUTHORIZATION
              + " has its Authorization header, such as \"Bearer TOKEN\".")
  private @Nullable String remoteWrite;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    InstantSource clock = InstantSource.system();
    long since = from == null ? clock.millis() : ExportCommand.millis("--from", from);
    LiveResults live = new LiveResults(slos.plan(), since);
    LiveAccess access = LiveAccess.of(listen, tokenFile == null ? null : token(tokenFile));
    try (RemoteWrite writer = remoteWrite == null ? null : writer(remoteWrite)) {
      serve(live, access, writer, clock);
    }
    return 0;
  }

  private void serve(
      LiveResults live, LiveAccess access, @Nullable RemoteWrite writer, InstantSource clock) {
    KafkaRollups topic = results.topic();
    try (LivePage page = LivePage.start(access, live, topic, "", clock)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("open " + page.url() + "   metrics: " + page.url() + "metrics   Ctrl-C ends");
      if (access.needsToken()) {
        out.println("user: any   password: the token in " + tokenFile);
      }
      out.flush();
      if (writer != null) {
        Thread.ofPlatform()
            .daemon()
            .name("goodput-remote-write")
            .start(() -> writer.run(live, clock));
      }
      live.read(topic);
    }
  }

  private RemoteWrite writer(String url) {
    PrintWriter err = spec.commandLine().getErr();
    return new RemoteWrite(
        url,
        System.getenv().getOrDefault(AUTHORIZATION, ""),
        Map.of("job", "goodput-fleet"),
        line -> err.println("goodput-fleet: " + line));
  }

  private static String token(Path file) {
    try {
      String token = Files.readString(file).strip();
      if (token.isEmpty()) {
        throw new FleetException("--token-file " + file + " is empty");
      }
      return token;
    } catch (IOException e) {
      throw new FleetException(
          "--token-file: cannot read %s: %s".formatted(file, SystemReason.of(e, file)), e);
    }
  }
}
