package dev.goodput.monitor.gateway;

import dev.goodput.gateway.plan.Upstream;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.BaseUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Connection probes of the upstreams. They connect to each upstream when the gateway starts or a
/// reload adds it, so that a wrong address shows at once and not with the first request. An
/// upstream that does not answer is tried again every five seconds. Nothing is sent, and nothing
/// waits for a probe.
final class UpstreamProbes implements AutoCloseable {
  private static final int CONNECT_MILLIS = 1_000;

  /// Limits how long the report waits; name resolution itself has no limit.
  private static final long REPORT_MILLIS = 1_500;

  private static final long AGAIN_SECONDS = 5;

  private final UpstreamReachability reach;
  private final NanoClock clock;
  private Set<Upstream> known = Set.of();

  /// @param reach is notified of upstreams that cannot be reached
  /// @param clock the clock of the records' stamps
  UpstreamProbes(UpstreamReachability reach, NanoClock clock) {
    this.reach = reach;
    this.clock = clock;
  }

  /// Probes the upstreams that the previous plan did not have.
  ///
  /// @return completes when each upstream has been probed once
  synchronized CompletableFuture<Void> probe(List<Upstream> upstreams) {
    List<Upstream> fresh = upstreams.stream().filter(each -> !known.contains(each)).toList();
    known = Set.copyOf(upstreams);
    return CompletableFuture.allOf(
        fresh.stream().map(each -> probe(each, true)).toArray(CompletableFuture<?>[]::new));
  }

  private CompletableFuture<Void> probe(Upstream upstream, boolean first) {
    long began = clock.nanoTime();
    CompletableFuture<String> why = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> why.complete(problem(upstream.url())));
    return why.completeOnTimeout("no connection within 1.5 s", REPORT_MILLIS, TimeUnit.MILLISECONDS)
        .thenAccept(problem -> probed(upstream, problem, began, first));
  }

  private void probed(Upstream upstream, String problem, long began, boolean first) {
    if (problem.isEmpty() && !first) {
      reach.connected(upstream.name(), clock.nanoTime());
    } else if (!problem.isEmpty()) {
      reach.probed(upstream.name(), problem, began, clock.nanoTime());
      CompletableFuture.delayedExecutor(AGAIN_SECONDS, TimeUnit.SECONDS)
          .execute(() -> again(upstream));
    }
  }

  private synchronized void again(Upstream upstream) {
    if (known.contains(upstream)) {
      CompletableFuture<Void> _ = probe(upstream, false);
    }
  }

  /// Stops all probes.
  @Override
  public synchronized void close() {
    known = Set.of();
  }

  /// Returns why no address of a server accepts a connection, or an empty text if one does.
  private static String problem(URI url) {
    String host = BaseUrl.host(url);
    String why = "no address";
    try {
      for (InetAddress each : InetAddress.getAllByName(host)) {
        why = problem(new InetSocketAddress(each, BaseUrl.port(url)));
        if (why.isEmpty()) {
          return why;
        }
      }
      return why;
    } catch (UnknownHostException e) {
      return "unknown host";
    }
  }

  private static String problem(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return "";
    } catch (SocketTimeoutException e) {
      return "no connection in time";
    } catch (IOException e) {
      return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    }
  }
}
