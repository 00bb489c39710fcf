package dev.goodput.gateway.config;

import dev.goodput.record.SystemReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Values that come from the environment or a file. No message here quotes one.
final class SecretText {
  /// What may stand where a secret is wanted.
  static final String FORMS = "${NAME} for a variable of the environment, or file:PATH";

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
  private static final String FILE = "file:";

  /// What came of looking for it.
  sealed interface Found {}

  /// It is there.
  ///
  /// @param text the secret itself
  record Value(String text) implements Found {
    @Override
    public String toString() {
      return "(secret)";
    }
  }

  /// It is not.
  ///
  /// @param problem which, and why, to stand behind a key
  record Missing(String problem) implements Found {}

  private SecretText() {}

  /// Whether it comes from elsewhere.
  static boolean elsewhere(String typed) {
    return typed.startsWith(FILE) || VARIABLE.matcher(typed).find();
  }

  /// The text with its variables filled in, or the file's.
  static Found resolve(String typed, Map<String, String> environment) {
    if (typed.startsWith(FILE)) {
      return content(typed.substring(FILE.length()));
    }
    Matcher variable = VARIABLE.matcher(typed);
    StringBuilder text = new StringBuilder();
    while (variable.find()) {
      String value = environment.getOrDefault(variable.group(1), "").strip();
      if (value.isEmpty()) {
        return new Missing("names " + variable.group() + ", which the environment does not have");
      }
      variable.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return new Value(variable.appendTail(text).toString());
  }

  private static Found content(String file) {
    try {
      String text = Files.readString(Path.of(file)).strip();
      return text.isEmpty() ? new Missing("names " + file + ", which is empty") : new Value(text);
    } catch (InvalidPathException e) {
      return new Missing("names a file by what is no path");
    } catch (IOException e) {
      return new Missing("names " + file + ", which cannot be read: " + SystemReason.of(e));
    }
  }
}
