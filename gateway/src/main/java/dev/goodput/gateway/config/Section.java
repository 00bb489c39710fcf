package dev.goodput.gateway.config;

import dev.goodput.gateway.config.YamlNode.Mapping;
import dev.goodput.gateway.config.YamlNode.Member;
import dev.goodput.gateway.config.YamlNode.Position;
import dev.goodput.gateway.config.YamlNode.Scalar;
import dev.goodput.gateway.config.YamlNode.Sequence;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.wire.BadSettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The keys and values at one position in the file, with the errors about them.
public final class Section {
  private static final Pattern ITEM = Pattern.compile("([^.\\[]+)\\[(\\d+)](?:\\.(.+))?");

  private final Source source;
  private final String path;
  private final Mapping mapping;

  /// The source of a section.
  ///
  /// @param file the name of the file, for errors
  /// @param environment the variables for `${NAME}`
  public record Source(String file, Map<String, String> environment) {}

  /// Creates a section and checks its keys.
  ///
  /// @param path the path of the section; empty for the whole file
  /// @param allowed the allowed keys; a key named `NAME` allows any
  /// @throws BadSettingException an unknown key
  public Section(Source source, String path, Mapping mapping, List<String> allowed) {
    this.source = source;
    this.path = path;
    this.mapping = mapping;
    for (Map.Entry<String, Member> each : mapping.entries().entrySet()) {
      if (!allowed.contains(each.getKey()) && !allowed.equals(List.of("NAME"))) {
        throw YamlReader.error(
            source.file,
            each.getValue().position(),
            "there is no key "
                + fullPath(each.getKey())
                + WordSuggestion.hint(each.getKey(), allowed)
                + (path.isEmpty() ? "; keys are " : "; its keys are ")
                + String.join(", ", allowed));
      }
    }
  }

  private String fullPath(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /// Returns the variables for `${NAME}`.
  Map<String, String> environment() {
    return source.environment;
  }

  /// Returns the keys that the section has, in order.
  public List<String> keys() {
    return List.copyOf(mapping.entries().keySet());
  }

  /// Returns whether the section has a key, or a path of keys such as `routes[1].name`.
  public boolean has(String key) {
    return find(mapping, key) != null;
  }

  /// Returns the value at a path. User-defined names may contain dots.
  private static @Nullable YamlNode find(YamlNode node, String path) {
    if (!(node instanceof Mapping mapping)) {
      return null;
    }
    Member whole = mapping.entries().get(path);
    if (whole != null) {
      return whole.value();
    }
    Matcher item = ITEM.matcher(path);
    if (item.matches() && find(mapping, item.group(1)) instanceof Sequence sequence) {
      YamlNode each = sequence.items().get(Integer.parseInt(item.group(2)));
      return item.group(3) == null ? each : find(each, item.group(3));
    }
    int dot = path.indexOf('.');
    Member first = dot < 0 ? null : mapping.entries().get(path.substring(0, dot));
    return first == null ? null : find(first.value(), path.substring(dot + 1));
  }

  /// Returns the error about a key or a path of keys. Its position is that of the value, or of the
  /// nearest enclosing value that exists.
  ///
  /// @param key the key or path; empty for the whole section
  public BadSettingException error(String key, String problem) {
    Position position = mapping.position();
    String at = key;
    while (!at.isEmpty()) {
      YamlNode found = find(mapping, at);
      if (found != null) {
        position = found.position();
        break;
      }
      at = at.substring(0, Math.max(0, at.lastIndexOf('.')));
    }
    String whole = path.isEmpty() ? "the file" : path;
    return YamlReader.error(
        source.file, position, (key.isEmpty() ? whole : fullPath(key)) + " " + problem);
  }

  private YamlNode value(String key) {
    return Objects.requireNonNull(mapping.entries().get(key), key).value();
  }

  /// Returns the text of an existing key.
  public String text(String key) {
    YamlNode value = value(key);
    if (value instanceof Scalar text && !text.value().isBlank()) {
      return text.value().strip();
    }
    String found = value instanceof Scalar ? "an empty text" : value.kind();
    throw error(key, "must be a text, found " + found);
  }

  /// Returns the texts of a list, or a single text as a list.
  List<String> texts(String key) {
    if (value(key) instanceof Scalar) {
      return List.of(text(key));
    }
    List<String> texts = new ArrayList<>();
    for (YamlNode item : items(key)) {
      if (!(item instanceof Scalar text)) {
        throw YamlReader.error(
            source.file,
            item.position(),
            fullPath(key) + " must be a list of texts, found " + item.kind());
      }
      texts.add(text.value());
    }
    return texts;
  }

  private List<YamlNode> items(String key) {
    if (value(key) instanceof Sequence sequence) {
      return sequence.items();
    }
    throw error(key, "must be a list, found " + value(key).kind());
  }

  /// Returns the section of an existing key.
  ///
  /// @param allowed the allowed keys
  public Section child(String key, List<String> allowed) {
    return section(fullPath(key), value(key), allowed);
  }

  /// Returns the sections of a list.
  ///
  /// @param allowed the allowed keys of each section
  public List<Section> children(String key, List<String> allowed) {
    List<Section> sections = new ArrayList<>();
    for (YamlNode item : items(key)) {
      sections.add(section(fullPath(key) + "[" + sections.size() + "]", item, allowed));
    }
    return sections;
  }

  private Section section(String at, YamlNode value, List<String> keys) {
    if (value instanceof Mapping inner) {
      return new Section(source, at, inner, keys);
    }
    String allowed = String.join(", ", keys);
    throw YamlReader.error(
        source.file,
        value.position(),
        at + " must hold keys with values (" + allowed + "), found " + value.kind());
  }
}
