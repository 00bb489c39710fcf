package dev.goodput.metrics.stream;

import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;

/// The latencies of one request, in nanoseconds; [Stamps#ABSENT] if undefined.
///
/// A response that was not streamed has only an end-to-end latency; its TTFT is absent.
///
/// @param startNanos the timestamp that latencies count from; for a retry that of its first attempt
/// @param ttftNanos first token − start
/// @param firstByteNanos first body byte − start
/// @param firstAnswerNanos first content of the answer channel − start
/// @param generationNanos last token − first token
/// @param e2elNanos last token − start
/// @param clientWaitNanos sent − start
/// @param dispatchTtftNanos first token − dispatched
/// @param dispatchE2elNanos last token − dispatched
/// @param serviceTtftNanos first token − sent
/// @param serviceE2elNanos last token − sent
/// @param tokens `N`: output tokens that the stream carried
public record RequestTimes(
    long startNanos,
    long ttftNanos,
    long firstByteNanos,
    long firstAnswerNanos,
    long generationNanos,
    long e2elNanos,
    long clientWaitNanos,
    long dispatchTtftNanos,
    long dispatchE2elNanos,
    long serviceTtftNanos,
    long serviceE2elNanos,
    int tokens) {

  /// Returns the latencies of a record.
  public static RequestTimes of(RequestRecord request) {
    Stamps stamps = request.stamps();
    boolean streamed = request.streamed();
    long start = startNanos(request);
    long first = streamed ? stamps.firstTokenNanos() : Stamps.ABSENT;
    long last = stamps.lastTokenNanos();
    if (!streamed && !Stamps.present(last)) {
      last = request.outcome().failure() ? Stamps.ABSENT : stamps.endedNanos();
    }
    return new RequestTimes(
        start,
        between(start, first),
        between(start, streamed ? stamps.firstByteNanos() : Stamps.ABSENT),
        between(start, streamed ? stamps.firstAnswerNanos() : Stamps.ABSENT),
        between(first, last),
        between(start, last),
        between(start, stamps.sentNanos()),
        between(stamps.dispatchedNanos(), first),
        between(stamps.dispatchedNanos(), last),
        between(stamps.sentNanos(), first),
        between(stamps.sentNanos(), last),
        request.streamedTokens());
  }

  /// Returns the timestamp that latencies count from. All attempts of a request share their first
  /// attempt's as intended timestamp.
  public static long startNanos(RequestRecord request) {
    return request.attempt() > 0 ? request.stamps().intendedNanos() : request.startNanos();
  }

  /// Returns whether it streamed any content.
  public boolean streamed() {
    return Stamps.present(ttftNanos);
  }

  /// Returns the time per output token, `(last token − first token) ÷ (N − 1)`; NaN if `N < 2` or
  /// nothing was streamed.
  public double tpotNanos() {
    return tokens < 2 || !Stamps.present(generationNanos)
        ? Double.NaN
        : (double) generationNanos / (tokens - 1);
  }

  private static long between(long from, long to) {
    return Stamps.present(from) && Stamps.present(to) ? to - from : Stamps.ABSENT;
  }
}
