package dev.goodput.wire;

import java.util.Locale;
import java.util.Set;

/// One header line.
///
/// @param name valid HTTP token, in any case
/// @param value one line without control characters
public record Header(String name, String value) {
  private static final Set<String> FRAMING =
      Set.of("content-length", "transfer-encoding", "connection", "upgrade", "expect", "te");
  private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";

  /// Rejects what could not be sent as one line. The message quotes neither a value nor an invalid
  /// name, because they may be a secret.
  ///
  /// @throws BadSettingException if the name or the value is not valid
  public Header {
    if (!name.matches(TOKEN)) {
      throw new BadSettingException(
          "--header: its name holds a character that HTTP does not allow there"
              + " (letters, digits and - are)");
    }
    if (value.chars().anyMatch(c -> c < ' ' && c != '\t')) {
      throw new BadSettingException(
          "--header: the value of " + name + " holds a control character");
    }
  }

  /// Parses `Name: value`.
  ///
  /// @throws BadSettingException if there is no name or no colon, or if the header would change the
  ///   request's framing
  public static Header parse(String line) {
    int colon = line.indexOf(':');
    if (line.substring(0, Math.max(0, colon)).isBlank()) {
      throw new BadSettingException(
          "--header must look like \"Name: value\"; found no "
              + (colon < 0 ? "colon" : "name before the colon"));
    }
    Header header = new Header(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
    if (FRAMING.contains(header.name.toLowerCase(Locale.ROOT))) {
      throw new BadSettingException(
          "--header: " + header.name + " frames the request, which the client does; leave it out");
    }
    return header;
  }

  /// Returns only the name; the value may be a secret.
  @Override
  public String toString() {
    return "Header[" + name + "]";
  }
}
