package dev.goodput.gateway.config;

import dev.goodput.record.SystemReason;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A reader of values that come from the environment or a file. No error here quotes such a value,
/// or the text written in its place, because that may be the secret itself.
final class SecretText {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
  private static final String FILE = "file:";

  private SecretText() {}

  /// Returns whether the value comes from elsewhere.
  static boolean elsewhere(String typed) {
    return typed.startsWith(FILE) || VARIABLE.matcher(typed).find();
  }

  /// Returns the secret of a key.
  ///
  /// @throws BadSettingException a secret in the file itself, or one that does not exist
  static Secret secret(Section section, String key) {
    String value = value(section, key);
    if (value.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw section.wrong(key, "must be one line of visible characters there");
    }
    return Secret.of(value, key);
  }

  /// Returns the text of a key with its variables replaced, or the content of the file that it
  /// names.
  ///
  /// @throws BadSettingException a secret in the file itself, or one that does not exist
  static String value(Section section, String key) {
    String typed = section.text(key);
    if (!elsewhere(typed)) {
      throw section.wrong(
          key,
          "is a secret and must stand elsewhere: ${NAME} for a variable of the environment, or"
              + " file:PATH; found the value itself");
    }
    if (typed.startsWith(FILE)) {
      return content(section, key, typed.substring(FILE.length()));
    }
    Matcher variable = VARIABLE.matcher(typed);
    StringBuilder text = new StringBuilder();
    while (variable.find()) {
      String value = section.environment().getOrDefault(variable.group(1), "").strip();
      if (value.isEmpty()) {
        String name = variable.group();
        throw section.wrong(key, "names " + name + ", which the environment does not have");
      }
      variable.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return variable.appendTail(text).toString();
  }

  private static String content(Section section, String key, String file) {
    try {
      String text = Files.readString(Path.of(file)).strip();
      if (text.isEmpty()) {
        throw section.wrong(key, "names " + file + ", which is empty");
      }
      return text;
    } catch (InvalidPathException e) {
      throw section.wrong(key, "names a file by what is no path");
    } catch (IOException e) {
      throw section.wrong(key, "names " + file + ", which cannot be read: " + SystemReason.of(e));
    }
  }
}
