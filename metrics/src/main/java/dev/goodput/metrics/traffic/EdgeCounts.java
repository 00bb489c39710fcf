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
/// @param events request events, each sent alone
/// @param partials request events, sent as partials of roll-ups
public record EdgeCounts(
    long connectionsRefused,
    long requestsRefused,
    long loopedRequests,
    long requestsCrowdedOut,
    long bodiesCut,
    long unableToConnect,
    long requestsWithoutModel,
    long outOfStep,
    EventCounts events,
    EventCounts partials) {
  /// No counts.
  public static final EdgeCounts NONE =
      new EdgeCounts(0, 0, 0, 0, 0, 0, 0, 0, EventCounts.NONE, EventCounts.NONE);

  /// Returns these counts with counts of events.
  public EdgeCounts withEvents(EventCounts newEvents, EventCounts newPartials) {
    return new EdgeCounts(
        connectionsRefused,
        requestsRefused,
        loopedRequests,
        requestsCrowdedOut,
        bodiesCut,
        unableToConnect,
        requestsWithoutModel,
        outOfStep,
        newEvents,
        newPartials);
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
        events.since(before.events),
        partials.since(before.partials));
  }
}
