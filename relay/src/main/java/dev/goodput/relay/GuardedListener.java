package dev.goodput.relay;

import dev.goodput.wire.http.BodySink;
import dev.goodput.wire.http.ResponseHead;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A witness whose failures are contained. If it throws, the error is counted, and the witness gets
/// no further events of the exchange but its end. It is notified that it missed some.
final class GuardedListener {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

  private final ExchangeListener witness;
  private final RelayCounts counts;
  private final BodySink body;
  private boolean blind;

  GuardedListener(ExchangeListener witness, RelayCounts counts) {
    this.witness = witness;
    this.counts = counts;
    this.body = this::answerBody;
  }

  void requestBody(byte[] bytes, int from, int to) {
    sees(() -> witness.requestBody(bytes, from, to));
  }

  void requested(long nanos) {
    sees(() -> witness.requested(nanos));
  }

  void attempt(Upstream upstream, long nanos) {
    sees(() -> witness.attempt(upstream, nanos));
  }

  void connected(boolean reused, long nanos) {
    sees(() -> witness.connected(reused, nanos));
  }

  void sent(long nanos) {
    sees(() -> witness.sent(nanos));
  }

  void responseHead(ResponseHead head, long nanos) {
    sees(() -> witness.responseHead(head, nanos));
  }

  int skim(byte[] bytes, int to, long nanos) {
    if (blind) {
      return 0;
    }
    try {
      return witness.skim(bytes, to, nanos);
    } catch (RuntimeException | Error e) {
      blinded(e);
      return 0;
    }
  }

  void responseReadStarted(long nanos) {
    sees(() -> witness.responseReadStarted(nanos));
  }

  /// Returns the sink for the decoded body of the response.
  BodySink body() {
    return body;
  }

  private void answerBody(byte[] bytes, int from, int to) {
    sees(() -> witness.answerBody().body(bytes, from, to));
  }

  void responseReadEnded(boolean betweenChunks) {
    sees(() -> witness.responseReadEnded(betweenChunks));
  }

  void written(int bytes, long nanos) {
    if (!blind) {
      try {
        witness.written(bytes, nanos);
      } catch (RuntimeException | Error e) {
        blinded(e);
      }
    }
  }

  void attemptFailed(ExchangeOutcome ending, long nanos) {
    sees(() -> witness.attemptFailed(ending, nanos));
  }

  /// Reports the end, even to a witness that has failed.
  void ended(ExchangeOutcome ending, long nanos) {
    try {
      witness.ended(ending, nanos);
    } catch (RuntimeException | Error e) {
      blinded(e);
    }
  }

  private void sees(Runnable sight) {
    if (blind) {
      return;
    }
    try {
      sight.run();
    } catch (RuntimeException | Error e) {
      blinded(e);
    }
  }

  private void blinded(Throwable fault) {
    if (blind) {
      return;
    }
    blind = true;
    witness.blinded();
    if (counts.blinded() == 1) {
      LOG.error("a fault of ours while an exchange was watched; its bytes go on", fault);
    }
  }
}
