package dev.goodput.gateway.config;

import dev.goodput.gateway.config.YamlNode.Field;
import dev.goodput.gateway.config.YamlNode.Fields;
import dev.goodput.gateway.config.YamlNode.Items;
import dev.goodput.gateway.config.YamlNode.Nothing;
import dev.goodput.gateway.config.YamlNode.Place;
import dev.goodput.gateway.config.YamlNode.Text;
import dev.goodput.record.SystemReason;
import dev.goodput.wire.BadSettingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private static final long LONGEST = 1 << 20;
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
    List<Fields> documents = readAll(file, text, minimum);
    if (documents.size() > 1) {
      throw wrong(
          file, documents.get(1).place(), "a second document starts here; only one is read");
    }
    return documents.getFirst();
  }

  /// Reads a text of one or more documents, separated by `---`.
  ///
  /// @param file the name of the file, for errors
  /// @param minimum the least that a file must hold, for the error if it is empty
  /// @throws BadSettingException with file, line and column
  public static List<Fields> readAll(String file, String text, String minimum) {
    YAMLFactory factory = new YAMLFactory();
    try (YAMLParser parser = (YAMLParser) factory.createParser(ObjectReadContext.empty(), text)) {
      return new YamlTree(file, parser).documents(minimum);
    } catch (JacksonException e) {
      throw complaint(file, e);
    }
  }

  /// Reads a file as text.
  ///
  /// @param kind what the file should be, for errors: `gateway.yaml`
  /// @throws BadSettingException a file that cannot be read, is larger than 1 MiB, or is not UTF-8
  public static String text(Path file, String kind) {
    try {
      if (Files.size(file) > LONGEST) {
        throw new BadSettingException(file + " is no " + kind + ": it is larger than 1 MiB");
      }
      return utf8(file, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new BadSettingException("cannot read " + file + ": " + SystemReason.of(e));
    }
  }

  private static String utf8(Path file, byte[] bytes) {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(left).toString();
    } catch (CharacterCodingException e) {
      String before = new String(bytes, 0, left.position(), StandardCharsets.UTF_8);
      int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
      Place place = new Place(line, before.length() - before.lastIndexOf('\n'));
      throw wrong(file.toString(), place, "is not UTF-8 from here on: save it as UTF-8");
    }
  }

  private List<Fields> documents(String minimum) {
    List<Fields> documents = new ArrayList<>();
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      YamlNode root = node(token);
      if (root instanceof Fields fields) {
        documents.add(fields);
      } else if (!(root instanceof Nothing)) {
        throw wrong(file, root.place(), "must hold keys with values, found " + root.kind());
      }
    }
    if (documents.isEmpty()) {
      throw wrong(file, Place.BEGIN, "is empty; the least it needs is " + minimum);
    }
    return documents;
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
