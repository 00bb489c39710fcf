package dev.goodput.monitor.gateway;

import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.TelemetryPlan;
import dev.goodput.gateway.plan.TrafficPlans;
import dev.goodput.gateway.store.TrafficLog;
import dev.goodput.gateway.store.WriteQueue;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.SystemReason;
import dev.goodput.report.words.Figures;
import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventSender;
import dev.goodput.telemetry.FleetArchive;
import dev.goodput.telemetry.Partial;
import dev.goodput.telemetry.Partials;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RequestEvents;
import dev.goodput.telemetry.SpillFile;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.PromptSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The gateway's events on their way to a broker. Records wait in a queue of at most 64 MiB, and
/// one thread makes events of them and sends them; nothing else ever waits for the broker.
final class Telemetry implements TrafficListener, AutoCloseable {
  /// How long after its end a window is complete: the records of this time are here by then.
  private static final long SETTLED_MICROS = 1_000_000;

  private final TelemetryPlan plan;
  private final TelemetryOutlet outlet;
  private final WriteQueue<RequestRecord> queue;
  private volatile @Nullable TrafficPlan nextPlan;

  /// @param self the name of the gateway in its events
  /// @param originMicros the date of nanosecond 0 of the records' stamps
  Telemetry(
      TelemetryPlan plan,
      TrafficPlan traffic,
      String self,
      long originMicros,
      TelemetryOutlet outlet,
      NanoClock clock,
      Consumer<String> print) {
    this.plan = plan;
    this.outlet = outlet;
    long boot = new SecureRandom().nextLong();
    RequestEvents events = new RequestEvents(traffic, self, boot, originMicros);
    Partials partials = plan.partials() ? new Partials(self, boot, this::send) : null;
    Maker maker = new Maker(events, partials, originMicros);
    this.queue = WriteQueue.start("telemetry", clock, maker, print);
  }

  private void send(Partial partial) {
    int events = Math.toIntExact(partial.part().sums().events());
    outlet.send(TelemetryOutlet.COUNTED, partial.encode(), events);
  }

  /// Starts to send, if the plan has a topic; null if it has none. Does not contact the broker.
  ///
  /// @param origin the date of nanosecond 0 of the records' stamps
  /// @param environment the environment variables, of which [FleetArchive#VARIABLE] names the fleet
  ///   archive
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
    TelemetryOutlet outlet;
    try {
      EventSender.Factory factory =
          FleetArchive.load(
              EventSender.Factory.class, environment.getOrDefault(FleetArchive.VARIABLE, ""));
      outlet = outlet(to, factory, clock, print);
    } catch (IllegalArgumentException e) {
      throw new BadSettingException("telemetry: " + e.getMessage());
    } catch (LinkageError e) {
      throw new BadSettingException(
          "telemetry: the fleet archive in %s does not fit this version: %s"
              .formatted(environment.get(FleetArchive.VARIABLE), e));
    }
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, origin);
    return new Telemetry(to, TrafficPlans.of(plan), self.host(), micros, outlet, clock, print);
  }

  /// Opens the file and the senders; closes them if one cannot be opened.
  static TelemetryOutlet outlet(
      TelemetryPlan to, EventSender.Factory factory, NanoClock clock, Consumer<String> print) {
    Map<String, String> settings = settings(to.settings());
    SpillFile spill = spill(to, print);
    boolean spills = spill != null;
    List<EventSender> senders = new ArrayList<>();
    try {
      senders.add(factory.open(to.servers(), to.topic(), settings, spills));
      if (to.partials() || (spill != null && spill.events(TelemetryOutlet.APART) > 0)) {
        senders.add(factory.open(to.servers(), to.eventsTopic(), settings, spills));
      }
    } catch (RuntimeException | LinkageError e) {
      senders.forEach(EventSender::close);
      close(spill, e);
      throw e;
    }
    return new TelemetryOutlet(senders, spill, clock);
  }

  private static void close(@Nullable SpillFile spill, Throwable problem) {
    try {
      if (spill != null) {
        spill.close();
      }
    } catch (IOException e) {
      problem.addSuppressed(e);
    }
  }

  private static @Nullable SpillFile spill(TelemetryPlan to, Consumer<String> print) {
    if (to.spill() == null) {
      return null;
    }
    try {
      SpillFile file = new SpillFile(to.spill(), to.spillBytes());
      long waiting = file.events(TelemetryOutlet.COUNTED) + file.events(TelemetryOutlet.APART);
      if (waiting > 0 || file.skippedBytes() > 0) {
        print.accept(
            "%s from before wait in %s; %s at its end skipped"
                .formatted(
                    Figures.counted(waiting, "event"),
                    to.spill(),
                    Figures.counted(file.skippedBytes(), "damaged byte")));
      }
      return file;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "spill file %s cannot be used: %s".formatted(to.spill(), SystemReason.of(e, to.spill())),
          e);
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
            "settings in %s cannot be read: %s".formatted(file, SystemReason.of(e, file)), e);
      }
      read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
    }
    return settings;
  }

  /// Judges and prices later records by another plan.
  void switchTo(TrafficPlan other) {
    nextPlan = other;
  }

  @Override
  public void completed(CompletedAttempt completed, PromptSink prompt) {
    if (completed.understood()) {
      var _ = queue.offer(completed.record(), TrafficLog.bytes(completed.record()));
    }
  }

  /// Returns the counts with those of the events.
  EdgeCounts addTo(EdgeCounts counts) {
    EventCounts counted = outlet.counts(TelemetryOutlet.COUNTED, queue.lost());
    return plan.partials()
        ? counts.withEvents(outlet.counts(TelemetryOutlet.APART, queue.lost()), counted)
        : counts.withEvents(counted, EventCounts.NONE);
  }

  /// Returns what is lost or does not work, one sentence each.
  List<String> problems() {
    EventCounts counts = outlet.counts(TelemetryOutlet.COUNTED, queue.lost());
    long lost = counts.lost();
    if (plan.partials()) {
      lost = Math.max(lost, outlet.counts(TelemetryOutlet.APART, queue.lost()).lost());
    }
    String trouble = outlet.problem();
    if (lost == 0 && trouble.isEmpty() && counts.spilled() == 0) {
      return List.of();
    }
    String to = "events to " + plan.url() + ": ";
    String waiting =
        counts.spilled() == 0
            ? ""
            : Figures.counted(counts.spilled(), "event") + " in the spill file, ";
    return List.of(
        to
            + waiting
            + Figures.counted(lost, "event")
            + " lost"
            + (trouble.isEmpty() ? "" : "; " + trouble));
  }

  /// Sends what waits, for a few seconds at most.
  @Override
  public void close() {
    outlet.shortenWait();
    queue.close();
  }

  private final class Maker implements WriteQueue.Taker<RequestRecord> {
    private final RequestEvents events;
    private final @Nullable Partials partials;
    private final long originMicros;

    Maker(RequestEvents events, @Nullable Partials partials, long originMicros) {
      this.events = events;
      this.partials = partials;
      this.originMicros = originMicros;
    }

    @Override
    public void take(RequestRecord record) {
      TrafficPlan next = nextPlan;
      if (next != null) {
        nextPlan = null;
        events.goBy(next);
      }
      RequestEvent event = events.next(record);
      if (partials == null) {
        outlet.send(TelemetryOutlet.COUNTED, EventCodec.encode(event), 1);
      } else {
        partials.add(event);
        outlet.send(TelemetryOutlet.APART, EventCodec.encode(event), 1);
      }
    }

    @Override
    public void beforehand() {}

    @Override
    public void tick(long nowNanos) {
      if (partials != null) {
        partials.sendEnded((originMicros + nowNanos / 1000 - SETTLED_MICROS) / 1000);
      }
      outlet.tick();
    }

    @Override
    public void end(long nowNanos) {
      if (partials != null) {
        partials.sendAll();
      }
      outlet.end();
    }
  }
}
