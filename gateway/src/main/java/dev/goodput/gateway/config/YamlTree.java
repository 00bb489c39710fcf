package dev.goodput.gateway.config;

import dev.goodput.gateway.config.YamlNode.Field;
import dev.goodput.gateway.config.YamlNode.Fields;
import dev.goodput.gateway.config.YamlNode.Items;
import dev.goodput.gateway.config.YamlNode.Nothing;
import dev.goodput.gateway.config.YamlNode.Place;
import dev.goodput.gateway.config.YamlNode.Text;
import dev.goodput.wire.BadSettingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/// A reader of YAML into nodes with positions. It rejects everything that could mean something else
/// than it seems to: duplicate keys, aliases, a second document.
public final class YamlTree {
  private static final Pattern COMPLAINT =
      Pattern.compile("([^\\n]+)\\n in reader, line (\\d+), column (\\d+)");

  private final String file;
  private final YAMLParser parser;

  private YamlTree(String file, YAMLParser parser) {
    this.file = file;
    this.parser = parser;
  }

  /// Reads the whole text as one node.
  ///
  /// @param file the name of the file, for errors
  /// @param minimum the least that a file must hold, for the error if it is empty
  /// @throws BadSettingException with file, line and column
  public static Fields read(String file, String text, String minimum) {
    YAMLFactory factory = new YAMLFactory();
    try (YAMLParser parser = (YAMLParser) factory.createParser(ObjectReadContext.empty(), text)) {
      return new YamlTree(file, parser).document(minimum);
    } catch (JacksonException e) {
      throw complaint(file, e);
    }
  }

  private Fields document(String minimum) {
    if (parser.nextToken() == null) {
      throw wrong(file, Place.BEGIN, "is empty; the least it needs is " + minimum);
    }
    YamlNode root = node(parser.currentToken());
    if (!(root instanceof Fields fields)) {
      throw wrong(file, root.place(), "must hold keys with values, found " + root.kind());
    }
    if (parser.nextToken() != null) {
      throw wrong(file, place(), "a second document starts here; only one is read");
    }
    return fields;
  }

  private YamlNode node(JsonToken token) {
    Place place = place();
    if (parser.isCurrentAlias()) {
      throw wrong(file, place, "aliases are not read; write the value out");
    }
    return switch (token) {
      case START_OBJECT -> fields(place);
      case START_ARRAY -> items(place);
      case VALUE_NULL -> new Nothing(place);
      default -> new Text(place, parser.getString());
    };
  }

  private Fields fields(Place place) {
    LinkedHashMap<String, Field> byKey = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Place at = place();
      String key = parser.getString();
      Field field = new Field(at, node(parser.nextToken()));
      Field before = byKey.putIfAbsent(key, field);
      if (before != null) {
        throw wrong(
            file, at, key + " is here for the second time; first on line " + before.place().line());
      }
    }
    return new Fields(place, byKey);
  }

  private Items items(Place place) {
    List<YamlNode> each = new ArrayList<>();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      each.add(node(token));
      token = parser.nextToken();
    }
    return new Items(place, each);
  }

  private Place place() {
    return place(parser.currentTokenLocation());
  }

  private static Place place(TokenStreamLocation location) {
    return new Place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }

  /// Returns an error with its position.
  public static BadSettingException wrong(String file, Place place, String problem) {
    return new BadSettingException(file + ":" + place + ": " + problem);
  }

  /// Extracts the last part of the parser's message: it starts with the context and ends with the
  /// problem.
  private static BadSettingException complaint(String file, JacksonException e) {
    Matcher said = COMPLAINT.matcher(e.getOriginalMessage());
    TokenStreamLocation location = e.getLocation();
    Place place = location == null ? Place.BEGIN : place(location);
    String problem = e.getOriginalMessage().lines().findFirst().orElse("it cannot be read");
    while (said.find()) {
      problem = said.group(1).strip();
      place = new Place(Integer.parseInt(said.group(2)), Integer.parseInt(said.group(3)));
    }
    return wrong(file, place, "is no YAML: " + problem.replaceFirst("\\. \\(Do not use.*", ""));
  }
}
