package dev.goodput.relay;

import dev.goodput.wire.http.BodySink;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A witness whose failures are contained. If it throws, the error is counted, and the witness gets
/// no further events of the exchange but its end. It is notified that it missed some.
final class GuardedListener {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

  private final ExchangeListener listener;
  private final RelayCounts counts;
  private final BodySink body;
  private boolean blind;

  GuardedListener(ExchangeListener listener, RelayCounts counts) {
    this.listener = listener;
    this.counts = counts;
    this.body = this::answerBody;
  }

  /// Notifies the witness of an event.
  void notifyListener(Consumer<ExchangeListener> event) {
    if (blind) {
      return;
    }
    try {
      event.accept(listener);
    } catch (RuntimeException | Error e) {
      blinded(e);
    }
  }

  int skim(byte[] bytes, int to, long nanos) {
    if (blind) {
      return 0;
    }
    try {
      return listener.skim(bytes, to, nanos);
    } catch (RuntimeException | Error e) {
      blinded(e);
      return 0;
    }
  }

  /// Returns the sink for the decoded body of the response.
  BodySink body() {
    return body;
  }

  private void answerBody(byte[] bytes, int from, int to) {
    notifyListener(each -> each.answerBody().body(bytes, from, to));
  }

  void written(int bytes, long nanos) {
    if (!blind) {
      try {
        listener.written(bytes, nanos);
      } catch (RuntimeException | Error e) {
        blinded(e);
      }
    }
  }

  /// Reports the end, even to a witness that has failed.
  void ended(ExchangeOutcome ending, long nanos) {
    try {
      listener.ended(ending, nanos);
    } catch (RuntimeException | Error e) {
      blinded(e);
    }
  }

  private void blinded(Throwable fault) {
    if (blind) {
      return;
    }
    blind = true;
    listener.blinded();
    if (counts.add(RelayCounts.Event.UNWATCHED) == 1) {
      LOG.error("a fault of ours while an exchange was watched; its bytes go on", fault);
    }
  }
}
