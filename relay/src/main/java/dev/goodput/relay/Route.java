package dev.goodput.relay;

import java.util.List;
import java.util.function.Function;

/// The decision on where a request goes.
public sealed interface Route {
  /// Forwards the request to an upstream.
  ///
  /// @param attempts upstreams to try, in order, as long as the client has received nothing;
  ///   usually one
  /// @param afterNoConnection whether to try the next one if no connection can be made
  /// @param after503 whether to try the next one after a 503
  /// @param listener observer of the exchange
  record Forward(
      List<Upstream> attempts,
      boolean afterNoConnection,
      boolean after503,
      ExchangeListener listener)
      implements Route {
    /// Forwards to one upstream, with one attempt.
    public Forward(Upstream upstream, ExchangeListener listener) {
      this(List.of(upstream), false, false, listener);
    }

    /// @throws IllegalArgumentException if there is no upstream
    public Forward {
      attempts = List.copyOf(attempts);
      if (attempts.isEmpty()) {
        throw new IllegalArgumentException("a route names at least one upstream");
      }
    }
  }

  /// Refuses the request with an error.
  ///
  /// @param status status sent to the client
  /// @param type machine-readable error type, for example `no_route`
  /// @param message sentence for people
  /// @param listener observer of the exchange
  record Refuse(int status, String type, String message, ExchangeListener listener)
      implements Route {}

  /// Decides by the request's body, once it is complete.
  ///
  /// @param maxBytes how much of a body is waited for; of a longer one, the function gets the part
  ///   that has arrived
  /// @param next function that returns the route, never another `ByBody`
  /// @param evicted function that returns the refusal, with its witness, from the part of the body
  ///   that has arrived, if there is no memory for the rest
  record ByBody(int maxBytes, Function<byte[], Route> next, Function<byte[], Refuse> evicted)
      implements Route {}
}
