package dev.goodput.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A key that never prints itself.
public final class Secret {
  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  /// Returns a secret with this value.
  ///
  /// @throws BadSettingException if it is empty or not one line of visible characters
  public static Secret of(String value, String origin) {
    String key = value.strip();
    if (key.isEmpty()) {
      throw new BadSettingException("the key or token in " + origin + " is empty");
    }
    if (key.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new BadSettingException(
          "the key or token in " + origin + " must be one line of visible characters");
    }
    return new Secret(key);
  }

  /// Returns the value of an environment variable.
  ///
  /// @throws BadSettingException if it is not set or empty
  public static Secret fromEnvironment(String variable, Map<String, String> environment) {
    String value = environment.get(variable);
    if (value == null) {
      throw new BadSettingException(
          "the environment has no variable " + variable + " to take the API key from");
    }
    return of(value, "$" + variable);
  }

  /// Returns the content of a file.
  ///
  /// @throws BadSettingException if it cannot be read or is empty
  public static Secret fromFile(Path file) {
    try {
      return of(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new BadSettingException("cannot read the key or token from " + file + ": " + e, e);
    }
  }

  /// Returns the key itself, to be sent only.
  public String reveal() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && secret.value.equals(value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "(secret)";
  }
}
