package dev.goodput.gateway.config;

import dev.goodput.gateway.config.YamlNode.Field;
import dev.goodput.gateway.config.YamlNode.Fields;
import dev.goodput.gateway.config.YamlNode.Items;
import dev.goodput.gateway.config.YamlNode.Place;
import dev.goodput.gateway.config.YamlNode.Text;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.wire.BadSettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The keys and values at one place in the file, with the errors about them.
public final class Section {
  private static final Pattern ITEM = Pattern.compile("([^.\\[]+)\\[(\\d+)](?:\\.(.+))?");

  private final Source source;
  private final String path;
  private final Fields fields;

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
  public Section(Source source, String path, Fields fields, List<String> allowed) {
    this.source = source;
    this.path = path;
    this.fields = fields;
    for (Map.Entry<String, Field> each : fields.byKey().entrySet()) {
      if (!allowed.contains(each.getKey()) && !allowed.equals(List.of("NAME"))) {
        throw YamlTree.wrong(
            source.file,
            each.getValue().place(),
            "there is no key "
                + full(each.getKey())
                + WordSuggestion.hint(each.getKey(), allowed)
                + (path.isEmpty() ? "; keys are " : "; its keys are ")
                + String.join(", ", allowed));
      }
    }
  }

  private String full(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /// Returns the variables for `${NAME}`.
  Map<String, String> environment() {
    return source.environment;
  }

  /// Returns the keys that the section has, in order.
  public List<String> names() {
    return List.copyOf(fields.byKey().keySet());
  }

  /// Returns whether the section has a key, or a path of keys such as `routes[1].name`.
  public boolean has(String key) {
    return find(fields, key) != null;
  }

  /// Returns the value at a path. User-defined names may contain dots.
  private static @Nullable YamlNode find(YamlNode node, String path) {
    if (!(node instanceof Fields fields)) {
      return null;
    }
    Field whole = fields.byKey().get(path);
    if (whole != null) {
      return whole.value();
    }
    Matcher item = ITEM.matcher(path);
    if (item.matches() && find(fields, item.group(1)) instanceof Items items) {
      YamlNode each = items.each().get(Integer.parseInt(item.group(2)));
      return item.group(3) == null ? each : find(each, item.group(3));
    }
    int dot = path.indexOf('.');
    Field first = dot < 0 ? null : fields.byKey().get(path.substring(0, dot));
    return first == null ? null : find(first.value(), path.substring(dot + 1));
  }

  /// Returns the error about a key or a path of keys. Its position is that of the value, or of the
  /// nearest enclosing value that exists.
  ///
  /// @param key empty for the section as a whole
  public BadSettingException wrong(String key, String problem) {
    Place place = fields.place();
    String at = key;
    while (!at.isEmpty()) {
      YamlNode found = find(fields, at);
      if (found != null) {
        place = found.place();
        break;
      }
      at = at.substring(0, Math.max(0, at.lastIndexOf('.')));
    }
    String whole = path.isEmpty() ? "the file" : path;
    return YamlTree.wrong(source.file, place, (key.isEmpty() ? whole : full(key)) + " " + problem);
  }

  private YamlNode value(String key) {
    return Objects.requireNonNull(fields.byKey().get(key), key).value();
  }

  /// Returns the text of an existing key.
  public String text(String key) {
    YamlNode value = value(key);
    if (value instanceof Text text && !text.value().isBlank()) {
      return text.value().strip();
    }
    String found = value instanceof Text ? "an empty text" : value.kind();
    throw wrong(key, "must be a text, found " + found);
  }

  /// Returns the texts of a list, or a single text as a list.
  List<String> texts(String key) {
    if (value(key) instanceof Text) {
      return List.of(text(key));
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

  private List<YamlNode> items(String key) {
    if (value(key) instanceof Items items) {
      return items.each();
    }
    throw wrong(key, "must be a list, found " + value(key).kind());
  }

  /// Returns the section of an existing key.
  ///
  /// @param allowed the allowed keys
  public Section below(String key, List<String> allowed) {
    return section(full(key), value(key), allowed);
  }

  /// Returns the sections of a list.
  ///
  /// @param allowed the allowed keys of each section
  public List<Section> each(String key, List<String> allowed) {
    List<Section> sections = new ArrayList<>();
    for (YamlNode item : items(key)) {
      sections.add(section(full(key) + "[" + sections.size() + "]", item, allowed));
    }
    return sections;
  }

  private Section section(String at, YamlNode value, List<String> keys) {
    if (value instanceof Fields inner) {
      return new Section(source, at, inner, keys);
    }
    String allowed = String.join(", ", keys);
    throw YamlTree.wrong(
        source.file,
        value.place(),
        at + " must hold keys with values (" + allowed + "), found " + value.kind());
  }
}
