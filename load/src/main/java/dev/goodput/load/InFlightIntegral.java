package dev.goodput.load;

/// The integral of requests in flight over time, kept as a running step function and not as a sum
/// over records, so that the two can be compared.
///
/// Starts and ends may come slightly out of order, because a late loop takes up requests that fell
/// due earlier. Each one corrects the integral between its own moment and the newest one seen.
final class InFlightIntegral {
  private long integral;
  private long newest;
  private int count;

  void start(long nanos) {
    if (nanos >= newest) {
      advance(nanos);
    } else {
      integral += newest - nanos;
    }
    count++;
  }

  void end(long nanos) {
    if (nanos >= newest) {
      advance(nanos);
    } else {
      integral -= newest - nanos;
    }
    count--;
  }

  private void advance(long nanos) {
    integral += count * (nanos - newest);
    newest = nanos;
  }

  int count() {
    return count;
  }

  /// Returns the integral in request-nanoseconds up to the newest moment seen.
  long integral() {
    return integral;
  }
}
