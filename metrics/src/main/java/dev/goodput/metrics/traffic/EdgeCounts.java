package dev.goodput.metrics.traffic;

/// What a gateway counts at its edges, of what became no exchange or is not known in full.
///
/// @param connectionsRefused client connections that were told 503 at once, as there were too many
/// @param requestsRefused requests that were malformed, ambiguous, too large or too slow; those
///   that had a route by then are failed requests, too
/// @param requestsGoneRound requests that were told 508, as the gateway had passed them on several
///   times already: an upstream leads back to it
/// @param requestsCrowdedOut requests that were told 503 as there was no room to hold their bodies
///   until they were whole; they are failed requests, too
/// @param bodiesCut requests of which not all was read: there was no room, or the body could not be
///   decoded
/// @param unableToConnect connections to upstreams that could not be made as the gateway's machine
///   had no port or descriptor left; each is a failed attempt, too
/// @param requestsWithoutModel requests whose body named no model that could be read, though the
///   way to go depends on it: they took the way of requests without a model
/// @param outOfStep answers behind which an upstream sent what nobody had asked for
public record EdgeCounts(
    long connectionsRefused,
    long requestsRefused,
    long requestsGoneRound,
    long requestsCrowdedOut,
    long bodiesCut,
    long unableToConnect,
    long requestsWithoutModel,
    long outOfStep) {
  /// Nothing.
  public static final EdgeCounts NONE = new EdgeCounts(0, 0, 0, 0, 0, 0, 0, 0);

  /// What came since there were so many.
  public EdgeCounts since(EdgeCounts before) {
    return new EdgeCounts(
        connectionsRefused - before.connectionsRefused,
        requestsRefused - before.requestsRefused,
        requestsGoneRound - before.requestsGoneRound,
        requestsCrowdedOut - before.requestsCrowdedOut,
        bodiesCut - before.bodiesCut,
        unableToConnect - before.unableToConnect,
        requestsWithoutModel - before.requestsWithoutModel,
        outOfStep - before.outOfStep);
  }
}
