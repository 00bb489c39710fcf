package dev.goodput.observe;

/// The result of one scrape of one metrics page.
public sealed interface Scrape {
  /// Returns the page's address with secrets masked.
  String source();

  /// Returns the time that the result describes, in nanoseconds since the run began.
  long atNanos();

  /// A successful scrape.
  ///
  /// @param atNanos the middle between sending the request's last byte and reading the response
  ///   head
  /// @param tookNanos the time between those two; the server read its values somewhere in it
  record SuccessfulScrape(String source, long atNanos, long tookNanos, EngineReadings metrics)
      implements Scrape {
    /// Returns the latest time at which the server may have read its values.
    long latestNanos() {
      return atNanos + tookNanos / 2;
    }

    /// Returns the earliest time at which the server may have read its values.
    long earliestNanos() {
      return atNanos - tookNanos / 2;
    }
  }

  /// A failed scrape.
  ///
  /// @param atNanos when the failure was known
  /// @param why the kind of failure
  /// @param words what happened, in one line
  record FailedScrape(String source, long atNanos, FailureReason why, String words)
      implements Scrape {}

  /// The reason why a scrape failed.
  enum FailureReason {
    /// No connection.
    UNREACHABLE("unreachable"),
    /// No page within the time limit.
    HUNG("hung"),
    /// The connection ended before the page was complete.
    CUT("cut"),
    /// A status for a missing page, or one that this client may not read.
    REFUSED("refused"),
    /// A status that may be temporary: 408, 429, 500 and above.
    UNWELL("unwell"),
    /// A response that is not a metrics page, or is too large for one.
    UNREADABLE("unreadable");

    private final String key;

    FailureReason(String key) {
      this.key = key;
    }

    /// Returns the reason with this key.
    ///
    /// @throws IllegalArgumentException if there is none
    static FailureReason of(String key) {
      for (FailureReason each : values()) {
        if (each.key.equals(key)) {
          return each;
        }
      }
      throw new IllegalArgumentException("no kind of miss is called " + key);
    }

    /// Returns the key that files and programs use.
    public String key() {
      return key;
    }
  }
}
