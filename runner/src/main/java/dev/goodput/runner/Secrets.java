package dev.goodput.runner;

import dev.goodput.record.words.ShellText;
import dev.goodput.wire.client.Credentials;
import dev.goodput.wire.client.MaskedUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// Redaction of the command line, which manifests and suggested commands repeat.
public final class Secrets {
  private static final Pattern BEARER_HEADER =
      Pattern.compile("(?i)authorization\\s*:\\s*bearer\\s+\\S");

  /// How to redact the value of each option that may hold a secret.
  private static final Map<String, UnaryOperator<String>> STARRED =
      Map.of(
          "--header", Secrets::headerName,
          "--url", MaskedUrl::address,
          "--judge-url", MaskedUrl::address,
          "--upstream", MaskedUrl::address,
          "--otlp", MaskedUrl::address,
          "--extra-body", SecretJson::starred,
          "--profiler-begin", _ -> "***",
          "--profiler-end", _ -> "***");

  private Secrets() {}

  /// Returns the command line in a form that may be stored. Header values, passwords and keys in
  /// addresses, and members of the extra body that are named like keys are replaced by stars.
  public static List<String> command(List<String> args) {
    List<String> kept = new ArrayList<>();
    String before = "";
    for (String arg : args) {
      int sign = arg.indexOf('=');
      boolean joined = sign > 0 && STARRED.containsKey(arg.substring(0, sign));
      kept.add(
          joined
              ? arg.substring(0, sign + 1) + value(arg.substring(0, sign), arg.substring(sign + 1))
              : value(before, arg));
      before = arg;
    }
    return kept;
  }

  /// Returns the whole command line in that form, as one line for a shell.
  public static String commandLine(List<String> args) {
    return "goodput " + ShellText.join(command(args));
  }

  private static String value(String option, String value) {
    return STARRED.getOrDefault(option, Credentials::address).apply(value);
  }

  // The scheme is not secret, and a suggested command needs it.
  private static String headerName(String header) {
    int colon = header.indexOf(':');
    if (BEARER_HEADER.matcher(header).lookingAt()) {
      return header.substring(0, colon) + ": Bearer ***";
    }
    return colon < 0 ? "***" : header.substring(0, colon) + ": ***";
  }
}
