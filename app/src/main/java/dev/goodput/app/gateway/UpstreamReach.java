package dev.goodput.app.gateway;

import dev.goodput.gateway.exchange.Passed;
import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.record.Outcome;
import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.report.live.GatewayFacts;
import dev.goodput.wire.client.SafeUrl;
import dev.goodput.wire.dialect.PromptSink;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How the last attempt at each upstream found it. Told on the observer's thread, asked from any.
final class UpstreamReach implements TrafficListener {
  private final Map<String, Found> byName = new ConcurrentHashMap<>();

  /// @param words what happened, empty where there is nothing to say
  private record Found(boolean reached, String words) {}

  @Override
  public void passed(Passed passed, PromptSink prompt) {
    RequestRecord record = passed.record();
    Passage passage = record.passage();
    if (passage != null && !passage.upstream().isEmpty()) {
      found(passage.upstream(), record);
    }
  }

  private void found(String upstream, RequestRecord record) {
    Outcome outcome = record.outcome();
    boolean answered = Stamps.present(record.stamps().headersNanos());
    if (inVain(outcome)) {
      byName.put(upstream, new Found(false, words(outcome)));
    } else if (answered || Stamps.present(record.stamps().connectedNanos())) {
      boolean silent = !answered && outcome.failure();
      byName.put(upstream, new Found(true, silent ? words(outcome) : ""));
    }
  }

  private static boolean inVain(Outcome outcome) {
    return outcome instanceof Outcome.Refused
        || outcome instanceof Outcome.Tls
        || outcome.equals(new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT));
  }

  private static String words(Outcome outcome) {
    return outcome instanceof Outcome.Timeout ? "no answer in time" : outcome.detail();
  }

  /// Forgets what was found: names may stand for other servers now.
  void forget() {
    byName.clear();
  }

  /// An upstream as it was found.
  GatewayFacts.Upstream fact(Upstream upstream) {
    String url = SafeUrl.address(upstream.url().toString());
    Found found = byName.get(upstream.name());
    return found == null
        ? new GatewayFacts.Upstream(upstream.name(), url, null, "")
        : new GatewayFacts.Upstream(upstream.name(), url, found.reached(), found.words());
  }
}
