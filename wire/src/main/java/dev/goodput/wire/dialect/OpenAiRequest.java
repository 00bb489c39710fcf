package dev.goodput.wire.dialect;

import dev.goodput.wire.BadSettingException;
import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.Set;
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

/// Request bodies of the OpenAI family.
final class OpenAiRequest {
  private static final JsonFactory JSON = new JsonFactory();

  private OpenAiRequest() {}

  static byte[] encode(Ask ask, boolean chat) {
    Set<String> extra = extraNames(ask.extraBodyJson());
    var bytes = new ByteArrayOutputStream(256);
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      new Members(out, extra).write(ask, chat);
      copyExtra(ask.extraBodyJson(), out);
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /// Writes members that the extra body does not replace.
  private record Members(JsonGenerator out, Set<String> replaced) {
    void write(Ask ask, boolean chat) {
      if (wanted("model")) {
        out.writeStringProperty("model", ask.model());
      }
      if (chat) {
        messages(ask);
      } else if (wanted("prompt")) {
        out.writeStringProperty("prompt", prompt(ask));
      }
      limits(ask);
      if (wanted("stream")) {
        out.writeBooleanProperty("stream", ask.stream());
      }
      if (ask.stream() && ask.includeUsage() && wanted("stream_options")) {
        out.writeObjectPropertyStart("stream_options");
        out.writeBooleanProperty("include_usage", true);
        out.writeEndObject();
      }
    }

    private void limits(Ask ask) {
      if (ask.maxTokens() >= 0 && wanted("max_tokens") && wanted("max_completion_tokens")) {
        out.writeNumberProperty("max_tokens", ask.maxTokens());
      }
      if (ask.ignoreEos() && wanted("ignore_eos")) {
        out.writeBooleanProperty("ignore_eos", true);
      }
      Double temperature = ask.temperature();
      if (temperature != null && wanted("temperature")) {
        out.writeNumberProperty("temperature", temperature);
      }
    }

    private void messages(Ask ask) {
      if (!wanted("messages")) {
        return;
      }
      out.writeArrayPropertyStart("messages");
      for (Ask.Turn each : ask.messages()) {
        message(each.role(), each.content());
      }
      String prompt = ask.prompt();
      if (prompt != null) {
        message("user", prompt);
      }
      out.writeEndArray();
    }

    private void message(String role, String content) {
      out.writeStartObject();
      out.writeStringProperty("role", role);
      out.writeStringProperty("content", content);
      out.writeEndObject();
    }

    private boolean wanted(String name) {
      return !replaced.contains(name);
    }

    private static String prompt(Ask ask) {
      String prompt = ask.prompt();
      return prompt != null
          ? prompt
          : ask.messages().stream().map(Ask.Turn::content).collect(Collectors.joining("\n\n"));
    }
  }

  private static Set<String> extraNames(@Nullable String extra) {
    Set<String> names = new HashSet<>();
    if (extra == null) {
      return names;
    }
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), extra)) {
      JsonToken first = in.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw badExtra(first == null ? "found nothing" : "found no object");
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        names.add(in.currentName());
        in.nextToken();
        in.skipChildren();
      }
      if (in.nextToken() != null) {
        throw badExtra("something follows the object");
      }
      return names;
    } catch (JacksonException e) {
      throw badExtra("it breaks off or is malformed at column " + column(e));
    }
  }

  /// Where it goes wrong; what stands there may be a secret.
  private static int column(JacksonException e) {
    TokenStreamLocation place = e.getLocation();
    return place == null ? 1 : Math.max(1, place.getColumnNr());
  }

  private static BadSettingException badExtra(String found) {
    return new BadSettingException("the extra body must be one JSON object: " + found);
  }

  private static void copyExtra(@Nullable String extra, JsonGenerator out) {
    if (extra == null) {
      return;
    }
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), extra)) {
      in.nextToken();
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        out.copyCurrentStructure(in);
      }
    }
  }
}
