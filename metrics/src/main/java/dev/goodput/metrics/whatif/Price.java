package dev.goodput.metrics.whatif;

/// What is paid for answers. Amounts are in the currency's units, such as dollars.
public sealed interface Price {
  /// Three letters, for example `USD`.
  String currency();

  /// The cost of one request.
  ///
  /// @param tokens of its answer
  double perRequest(EvenStream stream, int tokens);

  /// A metered API.
  ///
  /// @param inputTokens of the prompt
  /// @param perMillionInput of a million of them
  /// @param perMillionOutput of a million tokens of answers
  record Metered(int inputTokens, double perMillionInput, double perMillionOutput, String currency)
      implements Price {
    @Override
    public double perRequest(EvenStream stream, int tokens) {
      return (inputTokens * perMillionInput + tokens * perMillionOutput) / 1e6;
    }
  }

  /// A server of one's own that is never idle: as many requests are always in flight, each for its
  /// end-to-end latency (Little's law).
  ///
  /// @param perHour of the whole server
  /// @param concurrency requests in flight, at least 1
  record Hourly(double perHour, int concurrency, String currency) implements Price {
    @Override
    public double perRequest(EvenStream stream, int tokens) {
      return perHour / 3600e9 * stream.e2el().nanos(tokens) / concurrency;
    }

    /// Requests that it answers in a second.
    public double requestsPerSecond(EvenStream stream, int tokens) {
      return concurrency * 1e9 / stream.e2el().nanos(tokens);
    }
  }

  /// The cost of a million output tokens at answers of that length, prompts included.
  default double perMillionOutputTokens(EvenStream stream, int tokens) {
    return perRequest(stream, tokens) / tokens * 1e6;
  }
}
