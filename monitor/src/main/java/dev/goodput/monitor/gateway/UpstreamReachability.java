package dev.goodput.monitor.gateway;

import static dev.goodput.record.Stamps.ABSENT;

import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficEvent.Kind;
import dev.goodput.monitor.page.LiveInput.GatewayFacts;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.report.words.Figures;
import dev.goodput.wire.client.MaskedUrl;
import dev.goodput.wire.dialect.PromptSink;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The reachability of each upstream. Updated by the observer's thread and by reloads, read on any
/// thread. Each change is reported once.
///
/// A failed attempt marks its upstream unreachable, unless the upstream accepted a connection or
/// started a response after that attempt started. A single connection out of thousands may fail,
/// and a timeout is reported late.
final class UpstreamReachability implements TrafficListener {
  /// An upstream that accepts only an occasional connection does not count as back yet.
  private static final long STEADY_NANOS = 5_000_000_000L;

  private final Map<String, Found> byName = new ConcurrentHashMap<>();
  private final Map<String, Long> otherSince = new ConcurrentHashMap<>();
  private final Consumer<TrafficEvent> events;
  private final Consumer<String> print;

  /// @param events receives an event for each change
  /// @param print receives each change as a message for people
  UpstreamReachability(Consumer<TrafficEvent> events, Consumer<String> print) {
    this.events = events;
    this.print = print;
  }

  /// @param words the last error; empty if there is none
  /// @param outNanos the first failed attempt since the last steady return; absent if there is none
  /// @param failedNanos when the last failed attempt ended
  /// @param backNanos when the upstream was first reached after that
  /// @param reachedNanos when the upstream was last reached
  private record Found(
      String words, long outNanos, long failedNanos, long backNanos, long reachedNanos) {
    static final Found NONE = new Found("", ABSENT, ABSENT, ABSENT, ABSENT);

    boolean out() {
      return Stamps.present(outNanos);
    }

    boolean reached() {
      return !out() || Stamps.present(backNanos);
    }

    boolean steadyBack(long nowNanos) {
      return out() && reached() && nowNanos - backNanos >= STEADY_NANOS;
    }

    Found steady() {
      return new Found(words, ABSENT, ABSENT, ABSENT, reachedNanos);
    }

    boolean reachedSince(long beganNanos) {
      return reachedNanos >= beganNanos;
    }

    Found withFailure(String why, long atNanos) {
      return new Found(why, out() ? outNanos : atNanos, atNanos, ABSENT, reachedNanos);
    }

    /// @param connectedNanos when the connection was ready; a connection from before the last
    ///   failed attempt proves nothing about the present
    /// @param atNanos the latest sign of life
    Found alive(long connectedNanos, long atNanos) {
      long latest = Math.max(reachedNanos, atNanos);
      return out() && connectedNanos <= failedNanos
          ? new Found(words, outNanos, failedNanos, backNanos, latest)
          : new Found("", outNanos, failedNanos, reached() ? backNanos : connectedNanos, latest);
    }

    Found withoutResponse(String message) {
      return reached() ? new Found(message, outNanos, failedNanos, backNanos, reachedNanos) : this;
    }
  }

  @Override
  public synchronized void connected(String upstream, long nanos) {
    if (nanos >= countsFrom(upstream)) {
      byName.put(upstream, found(upstream).alive(nanos, nanos));
    }
  }

  @Override
  public synchronized void completed(CompletedAttempt completed, PromptSink prompt) {
    RequestRecord record = completed.record();
    GatewayInfo gatewayInfo = record.passage();
    if (gatewayInfo != null
        && !gatewayInfo.upstream().isEmpty()
        && gatewayInfo.receivedNanos() >= countsFrom(gatewayInfo.upstream())) {
      take(gatewayInfo.upstream(), record);
    }
  }

  private long countsFrom(String upstream) {
    return otherSince.getOrDefault(upstream, Long.MIN_VALUE);
  }

  private void take(String upstream, RequestRecord record) {
    Found before = found(upstream);
    Outcome outcome = record.outcome();
    Stamps stamps = record.stamps();
    if (isConnectFailure(outcome)) {
      isConnectFailure(upstream, before, words(outcome), stamps);
    } else if (Stamps.present(stamps.headersNanos())) {
      byName.put(upstream, before.alive(stamps.connectedNanos(), stamps.headersNanos()));
    } else if (Stamps.present(stamps.connectedNanos()) && outcome.failure()) {
      byName.put(upstream, before.withoutResponse(words(outcome)));
    }
  }

  /// Records a failed probe: a connection that no request needed could not be made.
  ///
  /// @param beganNanos when the connection attempt started
  synchronized void probed(String upstream, String why, long beganNanos, long endedNanos) {
    Found before = found(upstream);
    if (beganNanos >= countsFrom(upstream) && !before.reachedSince(beganNanos)) {
      byName.put(upstream, before.withFailure(why, endedNanos));
      if (!before.out()) {
        changed(Kind.UPSTREAM_DOWN, upstream, endedNanos, why);
      }
    }
  }

  private void isConnectFailure(String upstream, Found before, String why, Stamps stamps) {
    if (before.reachedSince(stamps.dispatchedNanos())) {
      return;
    }
    byName.put(upstream, before.withFailure(why, stamps.endedNanos()));
    if (!before.out()) {
      changed(Kind.UPSTREAM_DOWN, upstream, stamps.endedNanos(), why);
    }
  }

  @Override
  public synchronized void tick(long nowNanos) {
    byName.forEach((upstream, found) -> {
      if (found.steadyBack(nowNanos) && byName.replace(upstream, found, found.steady())) {
        double seconds = (found.backNanos() - found.outNanos()) / 1e9;
        String after = "after %s out of reach".formatted(Figures.span(seconds));
        changed(Kind.UPSTREAM_UP, upstream, found.backNanos(), after);
      }
    });
  }

  private void changed(Kind kind, String upstream, long atNanos, String words) {
    events.accept(new TrafficEvent(atNanos, kind, upstream, words));
    print.accept(
        kind == Kind.UPSTREAM_DOWN
            ? outOfReach(upstream, words)
            : "upstream %s is back, %s".formatted(upstream, words));
  }

  private static String outOfReach(String upstream, String why) {
    return "upstream %s is out of reach: %s".formatted(upstream, why);
  }

  private static boolean isConnectFailure(Outcome outcome) {
    return outcome instanceof Outcome.Refused
        || outcome instanceof Outcome.Tls
        || outcome.equals(new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT));
  }

  private static String words(Outcome outcome) {
    return outcome instanceof Outcome.Timeout(Outcome.Timeout.Stage stage)
        ? stage == Outcome.Timeout.Stage.CONNECT ? "no connection in time" : "no answer in time"
        : outcome.detail();
  }

  /// Forgets the state of names that now stand for another server or for none. Results of requests
  /// to the old servers no longer count.
  ///
  /// @param nowNanos when the new plan takes effect
  synchronized void reload(List<Upstream> before, List<Upstream> next, long nowNanos) {
    Map<String, Upstream> after =
        next.stream().collect(Collectors.toMap(Upstream::name, each -> each));
    for (Upstream old : before) {
      if (!same(old, after.get(old.name()))) {
        byName.remove(old.name());
        otherSince.put(old.name(), nowNanos);
      }
    }
  }

  private static boolean same(Upstream old, @Nullable Upstream next) {
    return next != null
        && old.url().equals(next.url())
        && old.tls().equals(next.tls())
        && old.http() == next.http();
  }

  /// Returns which of the upstreams are unreachable, one sentence each.
  List<String> problems(List<Upstream> upstreams) {
    return upstreams.stream()
        .map(Upstream::name)
        .filter(name -> !found(name).reached())
        .map(name -> outOfReach(name, found(name).words()))
        .toList();
  }

  private Found found(String upstream) {
    return byName.getOrDefault(upstream, Found.NONE);
  }

  /// Returns an upstream with its reachability.
  GatewayFacts.Upstream fact(Upstream upstream) {
    String url = MaskedUrl.address(upstream.url().toString());
    Found found = byName.get(upstream.name());
    return found == null
        ? new GatewayFacts.Upstream(upstream.name(), url, null, "")
        : new GatewayFacts.Upstream(upstream.name(), url, found.reached(), found.words());
  }
}
