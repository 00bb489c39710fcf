package dev.goodput.metrics.analysis;

import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.tally.GoodputFamily;
import dev.goodput.metrics.tally.JudgedRequest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import org.jspecify.annotations.Nullable;

/// Sums of a time span: requests by their end, output tokens by their chunks, prompt tokens by the
/// first token (of a response that was not streamed: by its end). Good and on-time tokens are a
/// part of the output tokens, so token goodput cannot exceed throughput.
final class RateTally {
  private final long begin;
  private final long end;
  private double ok;
  private double unfinished;
  private double input;
  private double output;
  private double delivered;
  private double good;
  private long onTime;

  /// A tally of what is stamped from `begin` on and not after `end`.
  RateTally(long begin, long end) {
    this.begin = begin - 1;
    this.end = end;
  }

  void add(JudgedRequest judged) {
    RequestView view = judged.view();
    double tokens = view.outputTokensWithin(begin, end);
    delivered += tokens;
    if (!view.ok()) {
      return;
    }
    RequestRecord request = view.request();
    long ended = request.stamps().endedNanos();
    ok += within(ended) ? 1 : 0;
    unfinished += shareWithin(view.times().startNanos(), ended);
    output += tokens;
    good += judged.good() ? tokens : 0;
    onTime += judged.onTimeTokensWithin(begin, end);
    long prefilled = view.times().streamed() ? request.stamps().firstTokenNanos() : ended;
    input += within(prefilled) ? request.inputTokens() : 0;
  }

  /// Returns the share of a response's time that is within the period.
  private double shareWithin(long started, long ended) {
    if (ended <= started) {
      return within(ended) ? 1 : 0;
    }
    double inside = (double) Math.min(ended, end) - Math.max(started, begin);
    return Math.max(0, inside) / (ended - started);
  }

  private boolean within(long nanos) {
    return Stamps.present(nanos) && nanos > begin && nanos <= end;
  }

  @Nullable Double rps() {
    return perSecond(ok);
  }

  /// Returns ok responses per second, each weighted by the share of its time within the period.
  @Nullable Double underWayPerSecond() {
    return perSecond(unfinished);
  }

  @Nullable Double inputTps() {
    return perSecond(input);
  }

  @Nullable Double outputTps() {
    return perSecond(output);
  }

  @Nullable Double totalTps() {
    return perSecond(input + output);
  }

  @Nullable Double deliveredTps() {
    return perSecond(delivered);
  }

  /// Returns the token rates that goodput is computed from.
  GoodputFamily.TokenRates tokens() {
    return new GoodputFamily.TokenRates(
        deliveredTps(), perSecond(good), perSecond((double) onTime));
  }

  /// Returns the length of the time.
  double seconds() {
    return (end - begin - 1) / 1e9;
  }

  private @Nullable Double perSecond(double amount) {
    double seconds = seconds();
    return seconds <= 0 ? null : amount / seconds;
  }
}
