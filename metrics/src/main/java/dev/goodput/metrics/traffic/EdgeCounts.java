package dev.goodput.metrics.traffic;

/// What a gateway counts at its edges, of what became no exchange or is not known in full.
///
/// @param connectionsRefused client connections that were told 503 at once, as there were too many
/// @param requestsRefused requests that were malformed, ambiguous, too large or too slow; those
///   that had a route by then are failed requests, too
/// @param requestsCrowdedOut requests that were told 503 as there was no room to hold their bodies
///   until they were whole; they are failed requests, too
/// @param bodiesCut requests of which not all was read, as there was no room
/// @param outOfStep answers behind which an upstream sent what nobody had asked for
public record EdgeCounts(
    long connectionsRefused,
    long requestsRefused,
    long requestsCrowdedOut,
    long bodiesCut,
    long outOfStep) {
  /// Nothing.
  public static final EdgeCounts NONE = new EdgeCounts(0, 0, 0, 0, 0);

  /// What came since there were so many.
  public EdgeCounts since(EdgeCounts before) {
    return new EdgeCounts(
        connectionsRefused - before.connectionsRefused,
        requestsRefused - before.requestsRefused,
        requestsCrowdedOut - before.requestsCrowdedOut,
        bodiesCut - before.bodiesCut,
        outOfStep - before.outOfStep);
  }
}
