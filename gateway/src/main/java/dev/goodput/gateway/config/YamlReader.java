package dev.goodput.gateway.config;

import dev.goodput.gateway.config.YamlNode.Mapping;
import dev.goodput.gateway.config.YamlNode.Member;
import dev.goodput.gateway.config.YamlNode.Null;
import dev.goodput.gateway.config.YamlNode.Position;
import dev.goodput.gateway.config.YamlNode.Scalar;
import dev.goodput.gateway.config.YamlNode.Sequence;
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

/// A reader of YAML into nodes with positions. It rejects what is easily misread: duplicate keys,
/// aliases, and a second document in a file of one.
public final class YamlReader {
  private static final long MAX_BYTES = 1 << 20;
  private static final Pattern PARSER_MESSAGE =
      Pattern.compile("([^\\n]+)\\n in reader, line (\\d+), column (\\d+)");

  private final String file;
  private final YAMLParser parser;

  private YamlReader(String file, YAMLParser parser) {
    this.file = file;
    this.parser = parser;
  }

  /// Reads the whole text as one node.
  ///
  /// @param file the name of the file, for errors
  /// @param minimum the smallest valid file, for the error about an empty one
  /// @throws BadSettingException with file, line and column
  public static Mapping read(String file, String text, String minimum) {
    List<Mapping> documents = readAll(file, text, minimum);
    if (documents.size() > 1) {
      throw error(
          file, documents.get(1).position(), "a second document starts here; only one is read");
    }
    return documents.getFirst();
  }

  /// Reads a text of one or more documents, separated by `---`.
  ///
  /// @param file the name of the file, for errors
  /// @param minimum the smallest valid file, for the error about an empty one
  /// @throws BadSettingException with file, line and column
  public static List<Mapping> readAll(String file, String text, String minimum) {
    YAMLFactory factory = new YAMLFactory();
    try (YAMLParser parser = (YAMLParser) factory.createParser(ObjectReadContext.empty(), text)) {
      return new YamlReader(file, parser).documents(minimum);
    } catch (JacksonException e) {
      throw parserError(file, e);
    }
  }

  /// Reads a file as text.
  ///
  /// @param kind what the file should be, for errors: `gateway.yaml`
  /// @throws BadSettingException a file that cannot be read, is larger than 1 MiB, or is not UTF-8
  public static String text(Path file, String kind) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new BadSettingException(file + " is no " + kind + ": it is larger than 1 MiB");
      }
      return utf8(file, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new BadSettingException("cannot read " + file + ": " + SystemReason.of(e, file));
    }
  }

  private static String utf8(Path file, byte[] bytes) {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(left).toString();
    } catch (CharacterCodingException e) {
      String before = new String(bytes, 0, left.position(), StandardCharsets.UTF_8);
      int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
      Position position = new Position(line, before.length() - before.lastIndexOf('\n'));
      throw error(file.toString(), position, "is not UTF-8 from here on: save it as UTF-8");
    }
  }

  private List<Mapping> documents(String minimum) {
    List<Mapping> documents = new ArrayList<>();
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      YamlNode root = node(token);
      if (root instanceof Mapping mapping) {
        documents.add(mapping);
      } else if (!(root instanceof Null)) {
        throw error(file, root.position(), "must hold keys with values, found " + root.kind());
      }
    }
    if (documents.isEmpty()) {
      throw error(file, Position.START, "is empty; the least it needs is " + minimum);
    }
    return documents;
  }

  private YamlNode node(JsonToken token) {
    Position position = position();
    if (parser.isCurrentAlias()) {
      throw error(file, position, "aliases are not read; write the value out");
    }
    return switch (token) {
      case START_OBJECT -> mapping(position);
      case START_ARRAY -> sequence(position);
      case VALUE_NULL -> new Null(position);
      default -> new Scalar(position, parser.getString());
    };
  }

  private Mapping mapping(Position position) {
    LinkedHashMap<String, Member> entries = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Position at = position();
      String key = parser.getString();
      Member member = new Member(at, node(parser.nextToken()));
      Member before = entries.putIfAbsent(key, member);
      if (before != null) {
        throw error(
            file,
            at,
            key + " is here for the second time; first on line " + before.position().line());
      }
    }
    return new Mapping(position, entries);
  }

  private Sequence sequence(Position position) {
    List<YamlNode> items = new ArrayList<>();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      items.add(node(token));
      token = parser.nextToken();
    }
    return new Sequence(position, items);
  }

  private Position position() {
    return position(parser.currentTokenLocation());
  }

  private static Position position(TokenStreamLocation location) {
    return new Position(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }

  /// Returns an error with its position.
  public static BadSettingException error(String file, Position position, String problem) {
    return new BadSettingException(file + ":" + position + ": " + problem);
  }

  /// Returns the error for an exception of the parser, whose message starts with the context and
  /// ends with the problem.
  private static BadSettingException parserError(String file, JacksonException e) {
    Matcher message = PARSER_MESSAGE.matcher(e.getOriginalMessage());
    TokenStreamLocation location = e.getLocation();
    Position position = location == null ? Position.START : position(location);
    String problem = e.getOriginalMessage().lines().findFirst().orElse("it cannot be read");
    while (message.find()) {
      problem = message.group(1).strip();
      position =
          new Position(Integer.parseInt(message.group(2)), Integer.parseInt(message.group(3)));
    }
    return error(
        file, position, "is not valid YAML: " + problem.replaceFirst("\\. \\(Do not use.*", ""));
  }
}
