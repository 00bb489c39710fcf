package dev.goodput.wire.dialect;

import dev.goodput.wire.BadSettingException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/// A writer of a request body. A dialect writes its members, and members of the extra body replace
/// those of the same name.
final class RequestBody {
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator out;
  private final Map<String, String> extra;
  private final Set<String> nested = new HashSet<>();

  private RequestBody(JsonGenerator out, Map<String, String> extra) {
    this.out = out;
    this.extra = extra;
  }

  /// Returns the bytes of a body.
  ///
  /// @param extra JSON object whose members are added and take precedence; null for none
  /// @throws BadSettingException if the extra body is not a JSON object
  static byte[] encode(@Nullable String extra, Consumer<RequestBody> members) {
    var bytes = new ByteArrayOutputStream(256);
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      RequestBody body = new RequestBody(out, extra == null ? Map.of() : members(extra));
      body.object(members);
    }
    return bytes.toByteArray();
  }

  private void object(Consumer<RequestBody> members) {
    out.writeStartObject();
    members.accept(this);
    extra.forEach((name, value) -> {
      if (!nested.contains(name)) {
        out.writeName(name);
        out.writeRawValue(value);
      }
    });
    out.writeEndObject();
  }

  /// Whether the dialect writes a member, because the extra body does not have it.
  boolean leftToDialect(String name) {
    return !extra.containsKey(name);
  }

  void text(String name, String value) {
    if (leftToDialect(name)) {
      out.writeStringProperty(name, value);
    }
  }

  void flag(String name, boolean value) {
    if (leftToDialect(name)) {
      out.writeBooleanProperty(name, value);
    }
  }

  /// Writes a limit, unless it is negative.
  void limit(String name, int value) {
    if (value >= 0 && leftToDialect(name)) {
      out.writeNumberProperty(name, value);
    }
  }

  void number(String name, @Nullable Double value) {
    if (value != null && leftToDialect(name)) {
      out.writeNumberProperty(name, value);
    }
  }

  /// Writes an object. If the extra body has an object of the same name, its members replace those
  /// of this one individually; any other value replaces the whole object.
  void nested(String name, Consumer<RequestBody> members) {
    String replacement = extra.get(name);
    if (replacement != null && !replacement.startsWith("{")) {
      return;
    }
    String object = new String(encode(replacement, members), StandardCharsets.UTF_8);
    if (!object.equals("{}")) {
      out.writeName(name);
      out.writeRawValue(object);
    }
    nested.add(name);
  }

  void turns(String name, List<LlmRequest.Turn> turns) {
    if (!leftToDialect(name)) {
      return;
    }
    out.writeArrayPropertyStart(name);
    for (LlmRequest.Turn each : turns) {
      out.writeStartObject();
      out.writeStringProperty("role", each.role());
      content(each);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void content(LlmRequest.Turn turn) {
    String parts = turn.partsJson();
    if (parts == null) {
      out.writeStringProperty("content", turn.content());
    } else {
      raw("content", parts);
    }
    String others = turn.membersJson();
    if (others != null) {
      members(others).forEach(this::raw);
    }
  }

  private void raw(String name, String json) {
    out.writeName(name);
    out.writeRawValue(json);
  }

  /// Returns the members of a recorded body that are not dropped, merged with those of the extra
  /// body, which take precedence.
  static String merged(String recorded, Set<String> dropped, @Nullable String extra) {
    Map<String, String> others = members(recorded);
    others.keySet().removeAll(dropped);
    byte[] all =
        encode(
            extra,
            body ->
                others.forEach((name, value) -> {
                  if (body.leftToDialect(name)) {
                    body.raw(name, value);
                  }
                }));
    return new String(all, StandardCharsets.UTF_8);
  }

  /// Returns the request as a conversation: a bare prompt becomes a user message after the others.
  static List<LlmRequest.Turn> turns(LlmRequest request) {
    String prompt = request.prompt();
    if (prompt == null) {
      return request.messages();
    }
    List<LlmRequest.Turn> turns = new ArrayList<>(request.messages());
    turns.add(new LlmRequest.Turn("user", prompt));
    return turns;
  }

  /// Returns the request as one text.
  static String prompt(LlmRequest request) {
    String prompt = request.prompt();
    return prompt != null ? prompt : joined(request.messages());
  }

  static String joined(List<LlmRequest.Turn> turns) {
    return turns.stream().map(LlmRequest.Turn::content).collect(Collectors.joining("\n\n"));
  }

  /// Returns the members of an object by name, each with its JSON text.
  private static Map<String, String> members(String object) {
    Map<String, String> found = new LinkedHashMap<>();
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), object)) {
      JsonToken first = in.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw invalidExtraBody(first == null ? "found nothing" : "found no object");
      }
      for (String name = Json.member(in); name != null; name = Json.member(in)) {
        int begin = (int) in.currentTokenLocation().getCharOffset();
        in.skipChildren();
        in.finishToken();
        found.put(name, object.substring(begin, (int) in.currentLocation().getCharOffset()));
      }
      if (in.nextToken() != null) {
        throw invalidExtraBody("something follows the object");
      }
      return found;
    } catch (JacksonException e) {
      throw invalidExtraBody("it breaks off or is malformed at column " + column(e));
    }
  }

  /// Returns the position of the error only, because the text there may be a secret.
  private static int column(JacksonException e) {
    TokenStreamLocation place = e.getLocation();
    return place == null ? 1 : Math.max(1, place.getColumnNr());
  }

  private static BadSettingException invalidExtraBody(String found) {
    return new BadSettingException("the extra body must be one JSON object: " + found);
  }
}
