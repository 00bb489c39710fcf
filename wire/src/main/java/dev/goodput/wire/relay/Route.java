package dev.goodput.wire.relay;

import java.util.List;
import java.util.function.Function;

/// Where a request goes.
public sealed interface Route {
  /// To an upstream.
  ///
  /// @param attempts the upstreams to ask, one after another, as long as the client was told
  ///   nothing; mostly one
  /// @param afterNoConnection whether the next one is asked where there is no connection
  /// @param after503 whether the next one is asked after a 503
  /// @param witness who sees it pass
  record Forward(
      List<Upstream> attempts, boolean afterNoConnection, boolean after503, Witness witness)
      implements Route {
    /// To one upstream, once.
    public Forward(Upstream upstream, Witness witness) {
      this(List.of(upstream), false, false, witness);
    }

    /// @throws IllegalArgumentException where there is nowhere to go
    public Forward {
      attempts = List.copyOf(attempts);
      if (attempts.isEmpty()) {
        throw new IllegalArgumentException("a route names at least one upstream");
      }
    }
  }

  /// Nowhere: the client is told why.
  ///
  /// @param status what it is answered
  /// @param type a word for programs, for example `no_route`
  /// @param message a sentence for people
  /// @param witness who sees it pass
  record Refuse(int status, String type, String message, Witness witness) implements Route {}

  /// To be told by the body, once all of it is there.
  ///
  /// @param mostBytes how long a body is waited for; a longer one is shown as far as it is there
  /// @param next tells where it goes; never another one of this kind
  /// @param crowdedOut tells by what is there of it who sees it refused, where there is no room to
  ///   hold the rest
  record ByBody(int mostBytes, Function<byte[], Route> next, Function<byte[], Refuse> crowdedOut)
      implements Route {}
}
