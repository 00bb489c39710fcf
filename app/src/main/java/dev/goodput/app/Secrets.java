package dev.goodput.app;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Keeps keys out of everything that is written down: manifest, logs, errors.
public final class Secrets {
  private static final Pattern USER_INFO = Pattern.compile("(\\w+://)[^/@\\s]+@");
  private static final Pattern BEARER = Pattern.compile("(?i)(bearer|basic)\\s+[\\w.~+/=:-]{10,}");
  private static final Pattern HEADER =
      Pattern.compile(
          "(?i)\\b((?:(?:proxy-)?authorization|cookie|api-key|x-[\\w-]*(?:key|token|secret))"
              + "\\s*:\\s*)\\S.*");

  private Secrets() {}

  /// The command line as it may be kept: values of headers and passwords in addresses are starred.
  public static List<String> command(List<String> args) {
    List<String> kept = new ArrayList<>();
    boolean header = false;
    for (String arg : args) {
      if (header) {
        kept.add(headerName(arg));
      } else if (arg.startsWith("--header=")) {
        kept.add("--header=" + headerName(arg.substring("--header=".length())));
      } else {
        kept.add(address(arg));
      }
      header = arg.equals("--header");
    }
    return kept;
  }

  /// An address without the user and password that may stand in it.
  public static String address(String url) {
    return USER_INFO.matcher(url).replaceAll("$1***@");
  }

  /// A line of text without credentials that it may quote.
  public static String redact(String text) {
    String less = BEARER.matcher(address(text)).replaceAll("$1 ***");
    return HEADER.matcher(less).replaceAll("$1***");
  }

  /// A line of text without these very values.
  public static String hide(String text, List<String> values) {
    String less = text;
    for (String value : values) {
      less = value.isBlank() ? less : less.replace(value, "***");
    }
    return less;
  }

  private static String headerName(String header) {
    int colon = header.indexOf(':');
    return colon < 0 ? "***" : header.substring(0, colon) + ": ***";
  }
}
