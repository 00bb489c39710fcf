package dev.goodput.gateway.plan;

import dev.goodput.wire.Header;
import java.util.Locale;
import java.util.Set;

/// A header that is set in every request to an upstream and replaces the client's header of that
/// name.
///
/// @param header its name and value
/// @param secret whether the value comes from a secret source, so that it is never shown
public record ExtraHeader(Header header, boolean secret) {
  private static final Set<String> FRAMING_HEADERS =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "upgrade",
          "expect",
          "te",
          "trailer",
          "proxy-connection");

  /// @throws PlanException a header that frames the request
  public ExtraHeader {
    if (FRAMING_HEADERS.contains(header.name().toLowerCase(Locale.ROOT))) {
      throw new PlanException(
          "headers." + header.name(), "frames the request, which the gateway does; leave it out");
    }
  }

  /// Returns a header with a name and a value.
  ///
  /// @throws PlanException a name or value that cannot be sent on one line
  public static ExtraHeader of(String name, String value, boolean secret) {
    Checks.header("headers." + name, name);
    if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 127)) {
      throw new PlanException("headers." + name, "must be one line without control characters");
    }
    return new ExtraHeader(new Header(name, value), secret);
  }

  /// Returns the value, masked if it is secret.
  public String shown() {
    return secret ? "(secret)" : header.value();
  }
}
