package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.ExtraHeader;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.record.SystemReason;
import dev.goodput.record.words.Quantities;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Pem;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.MaskedUrl;
import dev.goodput.wire.dial.TlsContexts;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The type of a key's value: how it is read and how it is shown.
///
/// @param reader reads an existing key
/// @param shown returns the value for YAML, with secrets masked
/// @param part the part of the plan that the value is; null for any other value
/// @param innerKeys the keys inside the value; empty for a value without keys
record ValueType<V>(
    Reader<V> reader,
    Function<V, ?> shown,
    @Nullable Part<V> part,
    List<? extends Key<?, ?>> innerKeys) {
  static final ValueType<String> TEXT = new ValueType<>(Section::text, text -> text);

  static final ValueType<Long> LONG =
      parsed(
          "a whole number",
          text -> Long.valueOf(requireFormat("-?\\d{1,18}", text)),
          value -> value);

  static final ValueType<Integer> INT = new ValueType<>(ValueType::number, value -> value);

  static final ValueType<Double> DECIMAL =
      parsed(
          "a number",
          text -> Double.valueOf(requireFormat("-?\\d{1,15}(\\.\\d{1,15})?", text)),
          ValueType::plain);

  static final ValueType<Boolean> BOOLEAN =
      parsed(
          "true or false",
          text -> Boolean.valueOf(requireFormat("true|false", text)),
          value -> value);

  static final ValueType<Long> SIZE =
      parsed(
          "a size like 64KiB, 256MiB, 10GiB or a number of bytes",
          Quantities::bytes,
          Quantities::formatBytes);

  /// A time, in nanoseconds.
  static final ValueType<Long> TIME =
      parsed("a time like 500ms, 30s, 2m", ValueType::nanos, ValueType::time);

  /// A time, in nanoseconds; `none` is 0.
  static final ValueType<Long> TIME_OR_NONE =
      parsed(
          "a time like 500ms, 30s, 2m, or none",
          text -> text.equals("none") ? 0L : nanos(text),
          nanos -> nanos == 0 ? "none" : time(nanos));

  static final ValueType<Double> SHARE =
      parsed("a share like 95% or 0.95", Quantities::share, ValueType::plain);

  static final ValueType<Path> PATH = parsed("a path", Path::of, Path::toString);

  /// A file of certificates or of a key, with its current content.
  static final ValueType<Pem> PEM = new ValueType<>(ValueType::pem, pem -> pem.file().toString());

  /// A file of trusted certificates.
  static final ValueType<Pem> CA_CERTIFICATES =
      new ValueType<>(ValueType::caCertificates, pem -> pem.file().toString());

  static final ValueType<Secret> SECRET = new ValueType<>(SecretReader::secret, Secret::toString);

  private static final List<Key<Object, String>> USER_NAMES =
      List.of(new Key<>("NAME", TEXT, _ -> null, null, "", false, "NAME"));

  static final ValueType<List<ExtraHeader>> HEADERS =
      withUserNames(ValueType::headers, ValueType::shownHeaders);

  /// A reader of a key's value.
  interface Reader<V> {
    /// @throws BadSettingException with the position of the error
    V read(Section section, String key);
  }

  ValueType(Reader<V> reader, Function<V, ?> shown) {
    this(reader, shown, null, List.of());
  }

  /// Returns a type of text that a function parses.
  ///
  /// @param expected describes a valid value
  /// @param parse throws [IllegalArgumentException] for an invalid text
  static <V> ValueType<V> parsed(String expected, Function<String, V> parse, Function<V, ?> shown) {
    Reader<V> reader =
        (section, key) -> {
          String text = section.text(key);
          try {
            return parse.apply(text);
          } catch (IllegalArgumentException e) {
            throw section.error(key, "must be " + expected + ", found \"" + text + "\"");
          }
        };
    return new ValueType<>(reader, shown);
  }

  /// Returns a type with a fixed set of values.
  static <V> ValueType<V> choice(String expected, List<V> values, Function<V, String> word) {
    Function<String, V> parse =
        text ->
            values.stream()
                .filter(each -> word.apply(each).equals(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    return parsed(expected, parse, word);
  }

  /// Returns a type of sets of fixed values, written as a list of their words.
  static <V> ValueType<Set<V>> choices(List<V> values, Function<V, String> word) {
    List<String> allowed = values.stream().map(word).toList();
    Reader<Set<V>> reader =
        (section, key) -> {
          Set<V> named = new LinkedHashSet<>();
          for (String each : section.texts(key)) {
            int index = allowed.indexOf(each);
            if (index < 0) {
              String found = "\"" + each + "\"" + WordSuggestion.hint(each, allowed);
              throw section.error(
                  key, "must be of " + String.join(", ", allowed) + ", found " + found);
            }
            named.add(values.get(index));
          }
          return named;
        };
    return new ValueType<>(reader, set -> values.stream().filter(set::contains).map(word).toList());
  }

  /// Returns a type of values under user-defined names.
  static <V> ValueType<V> withUserNames(
      Function<Section, V> read, Function<V, Map<String, ?>> shown) {
    return new ValueType<>(
        (section, key) -> read.apply(section.child(key, Key.names(USER_NAMES))),
        shown,
        null,
        USER_NAMES);
  }

  /// Returns the type of an address to listen on.
  ///
  /// @param defaultHost the host of an address without one, such as `:9000`
  static ValueType<Listener> address(String defaultHost) {
    return new ValueType<>(
        (section, key) -> Listener.parse(key, section.text(key), defaultHost, null),
        Listener::shown);
  }

  /// Returns the type of a URL, which is shown without the parts that may be secret.
  ///
  /// @param parse throws [dev.goodput.gateway.plan.PlanException] for an invalid URL
  static ValueType<URI> url(Function<String, URI> parse) {
    return new ValueType<>(
        (section, key) -> parse.apply(section.text(key)), url -> MaskedUrl.address(url.toString()));
  }

  private static String requireFormat(String pattern, String text) {
    if (!text.matches(pattern)) {
      throw new IllegalArgumentException();
    }
    return text;
  }

  private static Integer number(Section section, String key) {
    long found = LONG.reader.read(section, key);
    if (found > Integer.MAX_VALUE || found < Integer.MIN_VALUE) {
      throw section.error(key, "must be at most " + Integer.MAX_VALUE + ", found " + found);
    }
    return (int) found;
  }

  /// Returns a number without trailing zeros or an exponent.
  static BigDecimal plain(double number) {
    return new BigDecimal(BigDecimal.valueOf(number).stripTrailingZeros().toPlainString());
  }

  private static Long nanos(String text) {
    return Quantities.duration(text).toNanos();
  }

  private static String time(long nanos) {
    return Quantities.format(Duration.ofNanos(nanos));
  }

  private static Pem pem(Section section, String key) {
    Path file = PATH.reader.read(section, key);
    try {
      return Pem.read(file);
    } catch (BadSettingException e) {
      throw section.error(key, "must be a file in PEM: " + e.getMessage());
    }
  }

  private static Pem caCertificates(Section section, String key) {
    Pem caCertificates = pem(section, key);
    try {
      TlsContexts.check(new Tls(false, caCertificates, null, null));
    } catch (BadSettingException e) {
      throw section.error(key, "cannot be used: " + e.getMessage());
    }
    return caCertificates;
  }

  /// Reads headers. A value is secret if it is a reference, or if the name of its header suggests a
  /// secret.
  private static List<ExtraHeader> headers(Section section) {
    List<ExtraHeader> headers = new ArrayList<>();
    for (String name : section.keys()) {
      String typed = section.text(name);
      boolean secret = SecretReader.isReference(typed) || MaskedUrl.looksSecret(name);
      String value = secret ? SecretReader.value(section, name) : typed;
      headers.add(ExtraHeader.of(name, value, secret));
    }
    return headers;
  }

  private static Map<String, ?> shownHeaders(List<ExtraHeader> headers) {
    Map<String, Object> shown = new LinkedHashMap<>();
    headers.forEach(header -> shown.put(header.header().name(), header.shown()));
    return shown;
  }

  /// A reader of values that come from the environment or a file. Errors never quote the value or
  /// the text of the key, because either may be the secret.
  static final class SecretReader {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final String FILE = "file:";

    private SecretReader() {}

    /// Returns whether a text refers to an environment variable or a file.
    static boolean isReference(String typed) {
      return typed.startsWith(FILE) || VARIABLE.matcher(typed).find();
    }

    /// Returns the secret of a key.
    ///
    /// @throws BadSettingException a secret in the file itself, or one that does not exist
    static Secret secret(Section section, String key) {
      String value = value(section, key);
      if (value.chars().anyMatch(c -> c <= ' ' || c > '~')) {
        throw section.error(key, "must be one line of visible characters there");
      }
      return Secret.of(value, key);
    }

    /// Returns the text of a key with its variables replaced, or the content of the file that it
    /// names.
    ///
    /// @throws BadSettingException a secret in the file itself, or one that does not exist
    static String value(Section section, String key) {
      String typed = section.text(key);
      if (!isReference(typed)) {
        throw section.error(
            key,
            "is a secret and must not be in this file: use ${NAME} for a variable of the"
                + " environment, or file:PATH; found the value itself");
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
          throw section.error(key, "names " + name + ", which the environment does not have");
        }
        variable.appendReplacement(text, Matcher.quoteReplacement(value));
      }
      return variable.appendTail(text).toString();
    }

    private static String content(Section section, String key, String file) {
      try {
        String text = Files.readString(Path.of(file)).strip();
        if (text.isEmpty()) {
          throw section.error(key, "names " + file + ", which is empty");
        }
        return text;
      } catch (InvalidPathException e) {
        throw section.error(key, "names a file by what is no path");
      } catch (IOException e) {
        throw section.error(
            key, "names " + file + ", which cannot be read: " + SystemReason.of(e, Path.of(file)));
      }
    }
  }
}
