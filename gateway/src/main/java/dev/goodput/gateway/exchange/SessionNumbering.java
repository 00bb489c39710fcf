package dev.goodput.gateway.exchange;

import java.util.LinkedHashMap;
import java.util.Map;

/// The numbers of sessions and their turns, for the most recently used sessions.
final class SessionNumbering {
  private static final int MOST = 50_000;

  private final Map<String, Turn> latest =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Turn> eldest) {
          return size() > MOST;
        }
      };

  /// A turn of a session.
  ///
  /// @param session the session's number
  /// @param turn its index in the session, from 0
  record Turn(long session, int turn) {}

  /// Returns the next turn of a session; a request without a session is its own session.
  ///
  /// @param id the request's id, which becomes the number of a session that starts with it
  Turn turn(String session, long id) {
    if (session.isEmpty()) {
      return new Turn(id, 0);
    }
    return latest.merge(
        session, new Turn(id, 0), (before, _) -> new Turn(before.session(), before.turn() + 1));
  }
}
