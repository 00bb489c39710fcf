package dev.goodput.record;

import java.util.Set;

/// How one exchange ended. Everything but [Ok] and [Cancelled] is a failure.
public sealed interface Outcome {
  /// All keys.
  Set<String> KEYS =
      Set.of(
          "ok",
          "http_error",
          "error_event",
          "empty",
          "truncated",
          "refused",
          "reset",
          "tls",
          "timeout_connect",
          "timeout_first_token",
          "timeout_idle",
          "timeout_total",
          "malformed",
          "unsent",
          "cancelled");

  /// Returns the key in `by_outcome`, for example `http_error` or `timeout_first_token`.
  default String key() {
    return switch (this) {
      case Ok ok -> "ok";
      case HttpError httpError -> "http_error";
      case ErrorEvent errorEvent -> "error_event";
      case Empty empty -> "empty";
      case Truncated truncated -> "truncated";
      case Refused refused -> "refused";
      case Reset reset -> "reset";
      case Tls tls -> "tls";
      case Timeout timeout -> timeout.stage().key;
      case Malformed malformed -> "malformed";
      case Unsent unsent -> "unsent";
      case Cancelled cancelled -> "cancelled";
    };
  }

  /// Returns a sentence or code from the server or the system about what went wrong; empty if there
  /// is none.
  default String detail() {
    return "";
  }

  /// Returns whether this counts as a failure.
  default boolean failure() {
    return !(this instanceof Ok || this instanceof Cancelled);
  }

  /// A complete response.
  ///
  /// @param finishReason the server's word (`stop`, `length`, …), empty if it sent none
  record Ok(String finishReason) implements Outcome {}

  /// A status that is not 2xx.
  record HttpError(int status, String detail) implements Outcome {
    /// Returns the status with the server's detail, as in `503: busy`, or with its standard name if
    /// there is no detail, as in `404 Not Found`.
    public String words() {
      return HttpStatus.words(status, detail);
    }
  }

  /// An error event inside a 200 stream.
  record ErrorEvent(String detail) implements Outcome {}

  /// A 200 response without a token.
  record Empty() implements Outcome {}

  /// The body ended without a finish reason or an end event.
  record Truncated(String detail) implements Outcome {}

  /// No connection: refused, unreachable, or an unknown host name.
  record Refused(String detail) implements Outcome {}

  /// The connection broke before the body ended.
  record Reset(String detail) implements Outcome {
    /// The detail of an exchange that a gateway broke off when it ended.
    public static final String GATEWAY_ENDED = "the gateway ended";

    /// Returns whether a gateway, and not the server, broke it off.
    public boolean byGateway() {
      return detail.equals(GATEWAY_ENDED);
    }
  }

  /// The TLS handshake failed.
  record Tls(String detail) implements Outcome {}

  /// A time-out expired.
  record Timeout(Stage stage) implements Outcome {
    /// The stage that timed out.
    public enum Stage {
      /// No connection in time.
      CONNECT("timeout_connect", 0),
      /// No content in time.
      FIRST_TOKEN("timeout_first_token", 1),
      /// Nothing was read for too long.
      IDLE("timeout_idle", 2),
      /// The whole exchange took too long.
      TOTAL("timeout_total", 3);

      private final String key;

      /// The time-out's number in the run log; never changes.
      final int code;

      Stage(String key, int code) {
        this.key = key;
        this.code = code;
      }

      /// @throws IllegalArgumentException if no time-out has the number
      static Stage of(int code) {
        for (Stage stage : values()) {
          if (stage.code == code) {
            return stage;
          }
        }
        throw new IllegalArgumentException("no time-out has the number " + code);
      }
    }
  }

  /// The response violates the protocol.
  record Malformed(String detail) implements Outcome {}

  /// The request fell due and was never sent.
  ///
  /// @param detail the reason: drained, stopped, shed
  record Unsent(String detail) implements Outcome {}

  /// The client left.
  ///
  /// @param detail empty if it left by plan, else the reason: the run was stopped
  record Cancelled(String detail) implements Outcome {
    /// A cancellation by plan.
    public Cancelled() {
      this("");
    }
  }
}
