package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What must not be printed of a JDBC URL: drivers repeat it in their messages.
final class JdbcSecrets {
  private static final String MASK = "***";
  private static final String POSTGRES = "jdbc:postgresql:";
  private static final Pattern PARAMETER = Pattern.compile("[?&]([^=&]*)=([^&]*)");
  private static final Pattern USER_INFO = Pattern.compile("//[^:/?]*:(.*)@");
  private static final List<String> SECRET = List.of("pass", "secret", "token", "key");

  private final String url;
  private final List<String> values = new ArrayList<>();

  /// @param password the password that is not in the URL; empty for none
  JdbcSecrets(String url, String password) {
    this.url = url;
    add(password);
    Matcher user = USER_INFO.matcher(url);
    if (user.find()) {
      add(user.group(1));
    }
    Matcher parameter = PARAMETER.matcher(url);
    while (parameter.find()) {
      String name = parameter.group(1).toLowerCase(Locale.ROOT);
      if (SECRET.stream().anyMatch(name::contains)) {
        add(parameter.group(2));
      }
    }
    values.sort(Comparator.comparingInt(String::length).reversed());
  }

  private void add(String value) {
    if (value.isEmpty()) {
      return;
    }
    values.add(value);
    try {
      values.add(URLDecoder.decode(value, UTF_8));
    } catch (IllegalArgumentException e) {
      // It is not encoded, so it is masked as it is.
    }
  }

  /// Returns a URL without its parameters; if it may hold a user and a password, only its protocol.
  static String masked(String url) {
    if (!url.contains("@")) {
      return url.replaceFirst("(?s)[?].*", "");
    }
    return url.startsWith(POSTGRES) ? POSTGRES + MASK : MASK;
  }

  /// Returns the message of an error without secrets.
  String masked(SQLException error) {
    String text = String.valueOf(error.getMessage()).replace(url, masked(url));
    for (String value : values) {
      text = text.replace(value, MASK);
    }
    return text;
  }
}
