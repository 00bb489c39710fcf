package dev.goodput.gateway.config;

import dev.goodput.gateway.config.YamlNode.Field;
import dev.goodput.gateway.config.YamlNode.Fields;
import dev.goodput.gateway.config.YamlNode.Items;
import dev.goodput.gateway.config.YamlNode.Text;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.record.words.NearestWord;
import dev.goodput.record.words.Quantities;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.Pem;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.TlsContexts;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Keys and values of one place in the file, and the words for whatever is wrong with them.
final class Section {
  private final Source source;
  private final String path;
  private final String keysOf;
  private final Fields fields;

  /// Whose file it is.
  ///
  /// @param file its name, for words
  /// @param environment where `${NAME}` is looked for
  record Source(String file, Map<String, String> environment) {}

  private Section(Source source, String path, String keysOf, Fields fields) {
    this.source = source;
    this.path = path;
    this.keysOf = keysOf;
    this.fields = fields;
  }

  /// The whole file.
  static Section root(Source source, Fields fields) {
    Section root = new Section(source, "", "", fields);
    root.refuseUnknown();
    return root;
  }

  private void refuseUnknown() {
    List<String> allowed = ConfigKeys.below(keysOf);
    if (allowed.equals(List.of("NAME"))) {
      return;
    }
    fields
        .byKey()
        .forEach((key, field) -> {
          if (!allowed.contains(key)) {
            throw YamlTree.wrong(
                source.file,
                field.place(),
                "there is no key "
                    + full(key)
                    + NearestWord.hint(key, allowed)
                    + (path.isEmpty() ? "; keys are " : "; its keys are ")
                    + String.join(", ", allowed));
          }
        });
  }

  private String full(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /// Where the section stands.
  String path() {
    return path;
  }

  /// The keys that are there, in order.
  List<String> keys() {
    return List.copyOf(fields.byKey().keySet());
  }

  boolean has(String key) {
    return fields.byKey().containsKey(key);
  }

  /// The error for a key: the place of its value, or the section's where the key is not there.
  BadSettingException wrong(String key, String problem) {
    return YamlTree.wrong(source.file, place(fields, key), full(key) + " " + problem);
  }

  /// Where a key's value begins, or what is nearest above it; a dotted key lies in keys below.
  private static Place place(Fields fields, String key) {
    Field field = fields.byKey().get(key);
    if (field != null) {
      return field.value().place();
    }
    int dot = key.indexOf('.');
    Field above = dot < 0 ? null : fields.byKey().get(key.substring(0, dot));
    if (above == null) {
      return fields.place();
    }
    return above.value() instanceof Fields below
        ? place(below, key.substring(dot + 1))
        : above.value().place();
  }

  /// The error of the section as a whole.
  BadSettingException wrong(String problem) {
    return YamlTree.wrong(
        source.file, fields.place(), (path.isEmpty() ? "the file" : path) + " " + problem);
  }

  /// Makes a part of the plan; what it refuses is told by the place of its key.
  <T> T make(Supplier<T> part) {
    try {
      return part.get();
    } catch (PlanException e) {
      throw wrong(e.key(), e.problem());
    }
  }

  /// A text; null where the key is not there.
  @Nullable String text(String key) {
    Field field = fields.byKey().get(key);
    if (field == null) {
      return null;
    }
    if (field.value() instanceof Text text && !text.value().isBlank()) {
      return text.value().strip();
    }
    boolean empty = field.value() instanceof Text;
    throw wrong(key, "must be a text, found " + (empty ? "an empty text" : field.value().kind()));
  }

  String text(String key, String otherwise) {
    String text = text(key);
    return text == null ? otherwise : text;
  }

  /// A text that must be there.
  ///
  /// @param example of one
  String needed(String key, String example) {
    String text = text(key);
    if (text == null) {
      throw wrong(key, "is missing; write one like " + key + ": " + example);
    }
    return text;
  }

  /// A value that a function reads; null where the key is not there.
  ///
  /// @param read empty where the text is none
  /// @param expected what it must be
  <T> @Nullable T read(String key, Function<String, Optional<T>> read, String expected) {
    String text = text(key);
    if (text == null) {
      return null;
    }
    return read.apply(text)
        .orElseThrow(() -> wrong(key, "must be " + expected + ", found \"" + text + "\""));
  }

  long whole(String key, long otherwise) {
    Long found =
        read(
            key,
            text ->
                text.matches("-?\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty(),
            "a whole number");
    return found == null ? otherwise : found;
  }

  int number(String key, int otherwise) {
    long found = whole(key, otherwise);
    if (found > Integer.MAX_VALUE || found < Integer.MIN_VALUE) {
      throw wrong(key, "must be at most " + Integer.MAX_VALUE + ", found " + found);
    }
    return (int) found;
  }

  double decimal(String key, double otherwise) {
    Double found =
        read(
            key,
            text ->
                text.matches("-?\\d{1,15}(\\.\\d{1,15})?")
                    ? Optional.of(Double.valueOf(text))
                    : Optional.empty(),
            "a number");
    return found == null ? otherwise : found;
  }

  boolean yes(String key, boolean otherwise) {
    Boolean found =
        read(
            key,
            text ->
                text.equals("true") || text.equals("false")
                    ? Optional.of(Boolean.valueOf(text))
                    : Optional.empty(),
            "true or false");
    return found == null ? otherwise : found;
  }

  long bytes(String key, long otherwise) {
    Long found =
        read(
            key,
            text -> tried(() -> Quantities.bytes(text)),
            "a size like 64KiB, 256MiB, 10GiB or a number of bytes");
    return found == null ? otherwise : found;
  }

  /// A time in nanoseconds.
  ///
  /// @param endless whether `none` is one: 0
  long nanos(String key, long otherwise, boolean endless) {
    Long found =
        read(
            key,
            text ->
                endless && text.equals("none")
                    ? Optional.of(0L)
                    : tried(() -> Quantities.duration(text).toNanos()),
            "a time like 500ms, 30s, 2m" + (endless ? ", or none" : ""));
    return found == null ? otherwise : found;
  }

  /// What cannot be read is empty.
  private static <T> Optional<T> tried(Supplier<T> reading) {
    try {
      return Optional.of(reading.get());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  double share(String key, double otherwise) {
    Double found =
        read(key, text -> tried(() -> Quantities.share(text)), "a share like 95% or 0.95");
    return found == null ? otherwise : found;
  }

  /// A path; null where the key is not there.
  @Nullable Path path(String key) {
    return read(key, Section::asPath, "a path");
  }

  /// A path that must be there.
  ///
  /// @param example of one
  Path neededPath(String key, String example) {
    String _ = needed(key, example);
    return Objects.requireNonNull(path(key));
  }

  private static Optional<Path> asPath(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /// A file of certificates or of a key as it is now; null where the key is not there.
  @Nullable Pem pem(String key) {
    Path file = path(key);
    if (file == null) {
      return null;
    }
    try {
      return Pem.read(file);
    } catch (BadSettingException e) {
      throw wrong(key, "must be a file in PEM: " + e.getMessage());
    }
  }

  /// Certificates to trust; null where the key is not there.
  @Nullable Pem issuers(String key) {
    Pem issuers = pem(key);
    if (issuers != null) {
      tried(key, () -> TlsContexts.check(new Tls(false, issuers, null, null)));
    }
    return issuers;
  }

  /// Tries what a key says; what is refused is told by its place.
  void tried(String key, Runnable use) {
    try {
      use.run();
    } catch (BadSettingException e) {
      throw wrong(key, "is of no use: " + e.getMessage());
    }
  }

  /// A secret that stands elsewhere; null where the key is not there. Nothing quotes what stands
  /// here: it may be the secret itself.
  @Nullable Secret secret(String key) {
    String typed = text(key);
    if (typed == null) {
      return null;
    }
    String value = secretValue(key, typed);
    if (value.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw wrong(key, "must be one line of visible characters there");
    }
    return Secret.of(value, full(key));
  }

  /// A header's value, which is a secret where it comes from elsewhere.
  String secretValue(String key, String typed) {
    if (!SecretText.elsewhere(typed)) {
      throw wrong(
          key,
          "is a secret and must stand elsewhere: " + SecretText.FORMS + "; found the value itself");
    }
    return switch (SecretText.resolve(typed, source.environment)) {
      case SecretText.Value value -> value.text();
      case SecretText.Missing missing -> throw wrong(key, missing.problem());
    };
  }

  /// The keys below a key; null where it is not there.
  @Nullable Section below(String key) {
    Field field = fields.byKey().get(key);
    if (field == null) {
      return null;
    }
    return section(full(key), keysOf.isEmpty() ? key : keysOf + "." + key, field.value());
  }

  private Section section(String at, String keys, YamlNode value) {
    if (!(value instanceof Fields inner)) {
      throw YamlTree.wrong(
          source.file,
          value.place(),
          at
              + " must hold keys with values ("
              + String.join(", ", ConfigKeys.below(keys))
              + "), found "
              + value.kind());
    }
    Section section = new Section(source, at, keys, inner);
    section.refuseUnknown();
    return section;
  }

  /// The sections of a list; none where the key is not there.
  List<Section> each(String key) {
    List<Section> sections = new ArrayList<>();
    List<YamlNode> items = items(key);
    for (int i = 0; i < items.size(); i++) {
      String keys = (keysOf.isEmpty() ? key : keysOf + "." + key) + "[]";
      sections.add(section(full(key) + "[" + i + "]", keys, items.get(i)));
    }
    return sections;
  }

  /// The texts of a list, or one text alone; null where the key is not there.
  @Nullable List<String> texts(String key) {
    Field field = fields.byKey().get(key);
    if (field == null) {
      return null;
    }
    if (field.value() instanceof Text) {
      return List.of(text(key, ""));
    }
    List<String> texts = new ArrayList<>();
    for (YamlNode item : items(key)) {
      if (!(item instanceof Text text)) {
        throw YamlTree.wrong(
            source.file,
            item.place(),
            full(key) + " must be a list of texts, found " + item.kind());
      }
      texts.add(text.value());
    }
    return texts;
  }

  /// Those of some values that a list of their words names; none where the key is not there.
  <T> Set<T> among(String key, List<T> values, Function<T, String> word) {
    List<String> allowed = values.stream().map(word).toList();
    List<String> typed = texts(key);
    Set<T> named = new LinkedHashSet<>();
    for (String each : typed == null ? List.<String>of() : typed) {
      if (!allowed.contains(each)) {
        throw wrong(
            key,
            "must be of "
                + String.join(", ", allowed)
                + ", found \""
                + each
                + "\""
                + NearestWord.hint(each, allowed));
      }
      named.add(values.get(allowed.indexOf(each)));
    }
    return named;
  }

  private List<YamlNode> items(String key) {
    Field field = fields.byKey().get(key);
    if (field == null) {
      return List.of();
    }
    if (!(field.value() instanceof Items items)) {
      throw wrong(key, "must be a list, found " + field.value().kind());
    }
    return items.each();
  }
}
