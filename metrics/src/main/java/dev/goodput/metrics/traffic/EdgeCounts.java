package dev.goodput.metrics.traffic;

/// Counts at the gateway's edges: what did not become an exchange or is not fully known, and events
/// that left it.
///
/// @param connectionsRefused client connections rejected with 503 at once, because there were too
///   many
/// @param requestsRefused requests that were malformed, ambiguous, too large or too slow; those
///   that already had a route also count as failed requests
/// @param loopedRequests requests rejected with 508 because the gateway had already forwarded them
///   several times: an upstream leads back to it
/// @param requestsCrowdedOut requests rejected with 503 because there was no memory to buffer their
///   bodies until they were complete; they also count as failed requests
/// @param bodiesCut requests whose body was not fully parsed: there was no memory, or it could not
///   be decoded
/// @param unableToConnect upstream connections that failed because the gateway's machine had no
///   port or file descriptor left; each also counts as a failed attempt
/// @param requestsWithoutModel requests without a readable model although routing depends on it;
///   they took the route for requests without a model
/// @param outOfStep responses after which an upstream sent unrequested data
/// @param eventsDelivered request events that the broker stored
/// @param eventsOverflowed request events dropped because too many waited to be sent
/// @param eventsUndelivered request events that the broker did not confirm
public record EdgeCounts(
    long connectionsRefused,
    long requestsRefused,
    long loopedRequests,
    long requestsCrowdedOut,
    long bodiesCut,
    long unableToConnect,
    long requestsWithoutModel,
    long outOfStep,
    long eventsDelivered,
    long eventsOverflowed,
    long eventsUndelivered) {
  /// No counts.
  public static final EdgeCounts NONE = new EdgeCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /// Returns these counts with counts of events.
  public EdgeCounts withEvents(long delivered, long overflowed, long undelivered) {
    return new EdgeCounts(
        connectionsRefused,
        requestsRefused,
        loopedRequests,
        requestsCrowdedOut,
        bodiesCut,
        unableToConnect,
        requestsWithoutModel,
        outOfStep,
        delivered,
        overflowed,
        undelivered);
  }

  /// Returns the difference from earlier counts.
  public EdgeCounts since(EdgeCounts before) {
    return new EdgeCounts(
        connectionsRefused - before.connectionsRefused,
        requestsRefused - before.requestsRefused,
        loopedRequests - before.loopedRequests,
        requestsCrowdedOut - before.requestsCrowdedOut,
        bodiesCut - before.bodiesCut,
        unableToConnect - before.unableToConnect,
        requestsWithoutModel - before.requestsWithoutModel,
        outOfStep - before.outOfStep,
        eventsDelivered - before.eventsDelivered,
        eventsOverflowed - before.eventsOverflowed,
        eventsUndelivered - before.eventsUndelivered);
  }
}
