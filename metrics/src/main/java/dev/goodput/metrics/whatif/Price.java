package dev.goodput.metrics.whatif;

/// The price of responses. Amounts are in the currency's main unit, such as dollars.
public sealed interface Price {
  /// Returns the currency code, for example `USD`.
  String currency();

  /// Returns the cost of one request.
  ///
  /// @param tokens length of its response
  double perRequest(EvenStream stream, int tokens);

  /// The price of a metered API.
  ///
  /// @param inputTokens tokens of the prompt
  /// @param perMillionInput price of a million prompt tokens
  /// @param perMillionOutput price of a million output tokens
  record Metered(int inputTokens, double perMillionInput, double perMillionOutput, String currency)
      implements Price {
    @Override
    public double perRequest(EvenStream stream, int tokens) {
      return (inputTokens * perMillionInput + tokens * perMillionOutput) / 1e6;
    }
  }

  /// A known price of a whole request, whatever its length.
  record Request(double perRequest, String currency) implements Price {
    @Override
    public double perRequest(EvenStream stream, int tokens) {
      return perRequest;
    }
  }

  /// The price of a self-hosted server that is never idle: a constant number of requests is in
  /// flight, each for its end-to-end latency (Little's law).
  ///
  /// @param perHour cost of the whole server
  /// @param concurrency requests in flight, at least 1
  record Hourly(double perHour, int concurrency, String currency) implements Price {
    @Override
    public double perRequest(EvenStream stream, int tokens) {
      return perHour / 3600e9 * stream.e2el().nanos(tokens) / concurrency;
    }

    /// Returns completed requests per second.
    public double requestsPerSecond(EvenStream stream, int tokens) {
      return concurrency * 1e9 / stream.e2el().nanos(tokens);
    }
  }

  /// Returns the cost of a million output tokens for responses of this length, including prompts.
  default double perMillionOutputTokens(EvenStream stream, int tokens) {
    return perRequest(stream, tokens) / tokens * 1e6;
  }
}
