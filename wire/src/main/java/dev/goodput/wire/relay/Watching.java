package dev.goodput.wire.relay;

import dev.goodput.wire.http.BodySink;
import dev.goodput.wire.http.ResponseHead;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A witness whose failures are contained. If it throws, the error is counted, and the witness gets
/// no further events of the exchange but its end. It is notified that it missed some.
final class Watching {
  private static final Logger LOG = LoggerFactory.getLogger(Watching.class);

  private final Witness witness;
  private final RelayCounts counts;
  private final BodySink body;
  private boolean blind;

  Watching(Witness witness, RelayCounts counts) {
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

  void answerHead(ResponseHead head, long nanos) {
    sees(() -> witness.answerHead(head, nanos));
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

  void answerRead(long nanos) {
    sees(() -> witness.answerRead(nanos));
  }

  /// Returns the sink for the decoded body of the response.
  BodySink body() {
    return body;
  }

  private void answerBody(byte[] bytes, int from, int to) {
    sees(() -> witness.answerBody().body(bytes, from, to));
  }

  void answerWasRead(boolean betweenChunks) {
    sees(() -> witness.answerWasRead(betweenChunks));
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

  void triedInVain(Ending ending, long nanos) {
    sees(() -> witness.triedInVain(ending, nanos));
  }

  /// Reports the end, even to a witness that has failed.
  void ended(Ending ending, long nanos) {
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
