package dev.goodput.monitor.gateway;

import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.TelemetryPlan;
import dev.goodput.gateway.plan.TrafficPlans;
import dev.goodput.gateway.store.TrafficLog;
import dev.goodput.gateway.store.WriteQueue;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.SystemReason;
import dev.goodput.report.words.Figures;
import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventSender;
import dev.goodput.telemetry.RequestEvents;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.PromptSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The gateway's events on their way to a broker. Records wait in a queue of at most 64 MiB, and
/// one thread makes events of them and sends them; nothing else ever waits for the broker.
final class Telemetry implements TrafficListener, AutoCloseable {
  /// The environment variable that names the directory of the fleet archive.
  static final String ARCHIVE = "GOODPUT_FLEET";

  private static final long RETRY_NANOS = 100_000_000L;
  private static final long CLOSING_NANOS = 3_000_000_000L;

  private final TelemetryPlan plan;
  private final EventSender sender;
  private final NanoClock clock;
  private final WriteQueue<RequestRecord> queue;
  private volatile @Nullable TrafficPlan nextPlan;
  private volatile long untilNanos = Long.MAX_VALUE;
  private volatile long unsent;

  Telemetry(
      TelemetryPlan plan,
      EventSender sender,
      RequestEvents events,
      NanoClock clock,
      Consumer<String> print) {
    this.plan = plan;
    this.sender = sender;
    this.clock = clock;
    this.queue = WriteQueue.start("telemetry", clock, new Maker(events), print);
  }

  /// Starts to send, if the plan has a topic; null if it has none. Does not contact the broker.
  ///
  /// @param origin the date of nanosecond 0 of the records' stamps
  /// @param environment the environment variables; [#ARCHIVE] names the fleet archive
  /// @throws BadSettingException without the fleet archive, or settings that cannot be used
  static @Nullable Telemetry open(
      GatewayPlan plan,
      ServiceInstance self,
      Instant origin,
      NanoClock clock,
      Map<String, String> environment,
      Consumer<String> print) {
    TelemetryPlan to = plan.accounting().telemetry();
    if (to == null) {
      return null;
    }
    EventSender sender;
    try {
      EventSender.Factory factory = factory(environment.getOrDefault(ARCHIVE, ""));
      sender = factory.open(to.servers(), to.topic(), settings(to.settings()));
    } catch (IllegalArgumentException e) {
      throw new BadSettingException("telemetry: " + e.getMessage());
    } catch (LinkageError | ServiceConfigurationError e) {
      throw new BadSettingException(
          "telemetry: the fleet archive in %s does not fit this version: %s"
              .formatted(environment.get(ARCHIVE), e));
    }
    long boot = new SecureRandom().nextLong();
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, origin);
    RequestEvents events = new RequestEvents(TrafficPlans.of(plan), self.host(), boot, micros);
    return new Telemetry(to, sender, events, clock, print);
  }

  private static EventSender.Factory factory(String archive) {
    if (archive.isEmpty()) {
      throw new IllegalArgumentException(
          "the Kafka client is in the fleet archive, and "
              + ARCHIVE
              + " does not name its directory; in a source tree, ./mvnw -pl fleet -am -DskipTests"
              + " package makes it: fleet/target/goodput-fleet/lib (docs/how-to/fleet.md)");
    }
    URL[] jars = jars(archive);
    // Never closed: the sender's classes are loaded from it as long as it sends.
    ClassLoader loader = new URLClassLoader(jars, Telemetry.class.getClassLoader());
    Optional<EventSender.Factory> found =
        ServiceLoader.load(EventSender.Factory.class, loader).findFirst();
    if (jars.length == 0 || found.isEmpty()) {
      throw new IllegalArgumentException(
          "%s is %s, which holds no goodput-fleet jar".formatted(ARCHIVE, archive));
    }
    return found.get();
  }

  private static URL[] jars(String archive) {
    try (Stream<Path> files = Files.list(Path.of(archive))) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .sorted()
          .map(Telemetry::url)
          .toArray(URL[]::new);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s is %s, which cannot be read: %s".formatted(ARCHIVE, archive, SystemReason.of(e)), e);
    }
  }

  private static URL url(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> settings(@Nullable Path file) {
    Map<String, String> settings = new HashMap<>();
    if (file != null) {
      Properties read = new Properties();
      try (InputStream in = Files.newInputStream(file)) {
        read.load(in);
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "settings in %s cannot be read: %s".formatted(file, SystemReason.of(e)), e);
      }
      read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
    }
    return settings;
  }

  /// Judges and prices later records by another plan.
  void goBy(TrafficPlan other) {
    nextPlan = other;
  }

  @Override
  public void passed(CompletedAttempt completed, PromptSink prompt) {
    if (completed.understood()) {
      var _ = queue.offer(completed.record(), TrafficLog.bytes(completed.record()));
    }
  }

  /// Returns the counts with those of the events.
  EdgeCounts addTo(EdgeCounts counts) {
    return counts.withEvents(sender.delivered(), queue.lost(), sender.undelivered() + unsent);
  }

  /// Returns what is lost or does not work, one sentence each.
  List<String> troubles() {
    long lost = queue.lost() + sender.undelivered() + unsent;
    String trouble = sender.trouble();
    if (lost == 0 && trouble.isEmpty()) {
      return List.of();
    }
    String to = "events to " + plan.url() + ": ";
    return List.of(
        to + Figures.counted(lost, "event") + " lost" + (trouble.isEmpty() ? "" : "; " + trouble));
  }

  /// Sends what waits, for a few seconds at most.
  @Override
  public void close() {
    untilNanos = clock.nanoTime() + CLOSING_NANOS;
    queue.close();
  }

  private final class Maker implements WriteQueue.Taker<RequestRecord> {
    private final RequestEvents events;

    Maker(RequestEvents events) {
      this.events = events;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // this thread alone writes it
    public void take(RequestRecord record) {
      TrafficPlan next = nextPlan;
      if (next != null) {
        nextPlan = null;
        events.goBy(next);
      }
      byte[] event = EventCodec.encode(events.next(record));
      while (clock.nanoTime() <= untilNanos) {
        if (sender.send(event)) {
          return;
        }
        LockSupport.parkNanos(RETRY_NANOS);
      }
      unsent++;
    }

    @Override
    public void beforehand() {}

    @Override
    public void tick(long nowNanos) {}

    @Override
    public void end(long nowNanos) {
      sender.close();
    }
  }
}
