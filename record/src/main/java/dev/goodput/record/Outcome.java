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
  String key();

  /// Returns a sentence or code from the server or the system about what went wrong; empty if there
  /// is none.
  default String detail() {
    return "";
  }

  /// Returns whether this counts as a failure.
  default boolean failure() {
    return true;
  }

  /// A complete response.
  ///
  /// @param finishReason the server's word (`stop`, `length`, …), empty if it sent none
  record Ok(String finishReason) implements Outcome {
    @Override
    public String key() {
      return "ok";
    }

    @Override
    public boolean failure() {
      return false;
    }
  }

  /// A status that is not 2xx.
  record HttpError(int status, String detail) implements Outcome {
    /// Returns the status with the server's detail, as in `503: busy`, or with its standard name if
    /// there is no detail, as in `404 Not Found`.
    public String words() {
      return HttpStatus.words(status, detail);
    }

    @Override
    public String key() {
      return "http_error";
    }
  }

  /// An error event inside a 200 stream.
  record ErrorEvent(String detail) implements Outcome {
    @Override
    public String key() {
      return "error_event";
    }
  }

  /// A 200 response without a token.
  record Empty() implements Outcome {
    @Override
    public String key() {
      return "empty";
    }
  }

  /// The body ended without a finish reason or an end event.
  record Truncated(String detail) implements Outcome {
    @Override
    public String key() {
      return "truncated";
    }
  }

  /// No connection: refused, unreachable, or an unknown host name.
  record Refused(String detail) implements Outcome {
    @Override
    public String key() {
      return "refused";
    }
  }

  /// The connection broke before the body ended.
  record Reset(String detail) implements Outcome {
    /// The detail of an exchange that a gateway broke off when it ended.
    public static final String GATEWAY_ENDED = "the gateway ended";

    /// Returns whether a gateway, and not the server, broke it off.
    public boolean byGateway() {
      return detail.equals(GATEWAY_ENDED);
    }

    @Override
    public String key() {
      return "reset";
    }
  }

  /// The TLS handshake failed.
  record Tls(String detail) implements Outcome {
    @Override
    public String key() {
      return "tls";
    }
  }

  /// A time-out expired.
  record Timeout(Stage stage) implements Outcome {
    @Override
    public String key() {
      return stage.key;
    }

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
  record Malformed(String detail) implements Outcome {
    @Override
    public String key() {
      return "malformed";
    }
  }

  /// The request fell due and was never sent.
  ///
  /// @param detail the reason: drained, stopped, shed
  record Unsent(String detail) implements Outcome {
    @Override
    public String key() {
      return "unsent";
    }
  }

  /// The client left.
  ///
  /// @param detail empty if it left by plan, else the reason: the run was stopped
  record Cancelled(String detail) implements Outcome {
    /// A cancellation by plan.
    public Cancelled() {
      this("");
    }

    @Override
    public String key() {
      return "cancelled";
    }

    @Override
    public boolean failure() {
      return false;
    }
  }
}
