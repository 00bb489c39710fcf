package dev.goodput.app.gateway;

import dev.goodput.app.Secrets;
import dev.goodput.app.VersionProvider;
import dev.goodput.gateway.capture.Capture;
import dev.goodput.gateway.capture.PromptBlocks;
import dev.goodput.gateway.exchange.Passed;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.store.Sampling;
import dev.goodput.gateway.store.Surroundings;
import dev.goodput.gateway.store.TrafficLog;
import dev.goodput.record.Manifest;
import dev.goodput.record.words.ShellText;
import dev.goodput.wire.client.SafeUrl;
import dev.goodput.wire.dialect.PromptSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a gateway keeps on disk: its log and its capture, where they are asked for.
final class TrafficKeeping implements TrafficListener, AutoCloseable {
  private final @Nullable TrafficLog log;
  private final @Nullable Capture capture;

  private TrafficKeeping(@Nullable TrafficLog log, @Nullable Capture capture) {
    this.log = log;
    this.capture = capture;
  }

  /// Opens what the plan asks for.
  ///
  /// @param typed the command line
  /// @throws dev.goodput.record.RecordException where the log's place takes no run directory
  /// @throws dev.goodput.gateway.plan.PlanException where the capture cannot be written
  static TrafficKeeping open(GatewayPlan plan, List<String> typed, Surroundings around) {
    CapturePlan captured = plan.keeping().capture();
    Capture capture =
        captured == null ? null : Capture.open(captured, around.clock(), around.say());
    LogPlan logged = plan.keeping().log();
    if (logged == null) {
      return new TrafficKeeping(null, capture);
    }
    Sampling sampling = Sampling.of(logged.share());
    return new TrafficKeeping(
        TrafficLog.open(logged, sampling, told(plan, typed), around), capture);
  }

  private static Manifest told(GatewayPlan plan, List<String> typed) {
    List<SloClass> classes = plan.routing().sloClasses();
    Manifest told =
        Manifest.empty()
            .with("goodput.version", VersionProvider.version())
            .with("run.command", "goodput " + ShellText.join(Secrets.command(typed)))
            .with("target.url", SafeUrl.address(plan.upstreams().getFirst().url().toString()))
            .with("run.attainment", plan.reckoning().attainmentTarget())
            .with("run.pace_tps", plan.reckoning().paceTps());
    // Of several promises none is that of the whole log.
    return classes.size() == 1 ? told.with("run.slo", classes.getFirst().slo().expression()) : told;
  }

  @Override
  public PromptSink prompt() {
    return capture == null ? PromptSink.NONE : capture.prompt();
  }

  @Override
  public void passed(Passed passed, PromptSink prompt) {
    if (!passed.understood()) {
      return;
    }
    if (log != null) {
      var _ = log.offer(passed.record());
    }
    if (capture != null && prompt instanceof PromptBlocks blocks && passed.record().last()) {
      var _ = capture.offer(passed.record(), blocks);
    }
  }

  /// What is lost or does not work, a sentence each.
  List<String> troubles() {
    List<String> all = new ArrayList<>();
    if (log != null && !log.status().trouble().isEmpty()) {
      all.add("the log stopped: " + log.status().trouble());
    }
    if (capture != null && !capture.status().trouble().isEmpty()) {
      all.add("the capture stopped: " + capture.status().trouble());
    }
    return all;
  }

  @Override
  public void close() {
    if (log != null) {
      log.close();
    }
    if (capture != null) {
      capture.close();
    }
  }
}
