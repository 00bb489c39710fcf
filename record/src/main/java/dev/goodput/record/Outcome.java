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

  /// The word of `by_outcome`, for example `http_error` or `timeout_first_token`.
  String key();

  /// A sentence or code from the server or the system about what went wrong; empty where none.
  default String detail() {
    return "";
  }

  /// Whether this counts as a failure.
  default boolean failure() {
    return true;
  }

  /// A finished answer.
  ///
  /// @param finishReason the server's word (`stop`, `length`, …), empty where it gave none
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
    /// The status with what the server said of it: `503: busy`; with its standard name where it
    /// said nothing else: `404 Not Found`.
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

  /// A 200 without a token.
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

  /// No connection: refused, unreachable, or the name is unknown.
  record Refused(String detail) implements Outcome {
    @Override
    public String key() {
      return "refused";
    }
  }

  /// The connection broke before the body ended.
  record Reset(String detail) implements Outcome {
    /// The detail of what a gateway itself broke off, as it ended.
    public static final String GATEWAY_ENDED = "the gateway ended";

    /// Whether the gateway that it went through broke it off, and no server.
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

  /// A time-out ran off.
  record Timeout(Stage stage) implements Outcome {
    @Override
    public String key() {
      return stage.key;
    }

    /// Which time-out.
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

      /// @throws IllegalArgumentException where no time-out has the number
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

  /// What was read is not what the protocol allows.
  record Malformed(String detail) implements Outcome {
    @Override
    public String key() {
      return "malformed";
    }
  }

  /// The arrival fell due and was never sent.
  ///
  /// @param detail why: drained, stopped, shed
  record Unsent(String detail) implements Outcome {
    @Override
    public String key() {
      return "unsent";
    }
  }

  /// The client left.
  ///
  /// @param detail empty where it left by plan, else why: the run was stopped
  record Cancelled(String detail) implements Outcome {
    /// By plan.
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
