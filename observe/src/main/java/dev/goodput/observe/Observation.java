package dev.goodput.observe;

/// What came of one look at one page of metrics.
public sealed interface Observation {
  /// The page's address as it may be shown, secrets starred.
  String source();

  /// When it is true, nanoseconds since the run began.
  long atNanos();

  /// The page was read.
  ///
  /// @param atNanos the middle between the request's last byte sent and the answer's head read
  /// @param tookNanos from the one to the other; the server looked at itself somewhere between
  record Seen(String source, long atNanos, long tookNanos, EngineMetrics metrics)
      implements Observation {
    /// When the server had looked at itself for sure.
    long latestNanos() {
      return atNanos + tookNanos / 2;
    }

    /// Before which the server had not looked at itself yet.
    long earliestNanos() {
      return atNanos - tookNanos / 2;
    }
  }

  /// The page was not read.
  ///
  /// @param atNanos when that was known
  /// @param why what kind of failure it was
  /// @param words what happened, one line
  record Missed(String source, long atNanos, Why why, String words) implements Observation {}

  /// Why a page was not read.
  enum Why {
    /// No connection.
    UNREACHABLE("unreachable"),
    /// No page within the time limit.
    HUNG("hung"),
    /// The connection ended within the page.
    CUT("cut"),
    /// A status that says that there is no page, or none for this client.
    REFUSED("refused"),
    /// A status that may be another one the next time: 408, 429, 500 and above.
    UNWELL("unwell"),
    /// What came is no page of metrics, or too large for one.
    UNREADABLE("unreadable");

    private final String key;

    Why(String key) {
      this.key = key;
    }

    /// The one of a word.
    ///
    /// @throws IllegalArgumentException where there is none
    static Why of(String key) {
      for (Why each : values()) {
        if (each.key.equals(key)) {
          return each;
        }
      }
      throw new IllegalArgumentException("no kind of miss is called " + key);
    }

    /// The word that programs read.
    public String key() {
      return key;
    }
  }
}
