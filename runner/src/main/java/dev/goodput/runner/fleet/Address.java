package dev.goodput.runner.fleet;

import dev.goodput.runner.AppException;
import java.net.InetSocketAddress;

/// A host and a port.
///
/// @param host the name or address, IPv6 without brackets
/// @param port 0 for any free one
public record Address(String host, int port) {
  private static final int MAX_PORT = 65_535;

  /// Reads `HOST:PORT` or `[IPV6]:PORT`.
  ///
  /// @param option the option, for the message
  /// @throws AppException.Usage if it is neither
  public static Address read(String option, String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    String digits = text.substring(colon + 1);
    boolean numeric = digits.matches("\\d{1,5}") && Integer.parseInt(digits) <= MAX_PORT;
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    if (host.isEmpty() || !numeric || (host.contains(":") && !bracketed)) {
      throw new AppException.Usage(
          "%s \"%s\" is no address; write one like 10.0.0.1:7400".formatted(option, text));
    }
    return new Address(
        bracketed ? host.substring(1, host.length() - 1) : host, Integer.parseInt(digits));
  }

  InetSocketAddress socket() {
    return new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
