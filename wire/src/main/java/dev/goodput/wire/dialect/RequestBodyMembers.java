package dev.goodput.wire.dialect;

import dev.goodput.wire.dialect.JsonPushParser.Handler;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Set;

/// A handler for the members of request bodies, of all dialects at once: no name has different
/// meanings in two dialects.
final class RequestBodyMembers implements Handler {
  private static final int MAX_VALUE_LENGTH = 512;

  /// Members that may differ between two copies of the same message, or that only describe another
  /// member.
  private static final Set<String> IGNORED =
      Set.of(
          "id",
          "type",
          "index",
          "status",
          "detail",
          "format",
          "media_type",
          "cache_control",
          "call_id",
          "tool_call_id",
          "tool_use_id",
          "signature",
          "encrypted_content",
          "annotations",
          "logprobs");

  private static final Set<String> MEDIA =
      Set.of("url", "image_url", "data", "file_data", "images", "image_data", "image", "bytes");

  private static final Set<String> ARGUMENTS = Set.of("input", "arguments");

  /// The place of a value in a body.
  private enum Place {
    ROOT,
    BODY,
    METADATA,
    CONVERSATION,
    LIMITS,
    /// The requested output format.
    FORMAT,
    SYSTEM,
    TOOLS,
    TURNS,
    /// The arguments of a tool call, whose member names are arbitrary.
    ARGUMENTS,
    MEDIA,
    OTHER
  }

  private final PromptTextBuilder prompt;
  private final FieldPathMatcher sessionField;
  private final TokenSamplingMembers sampling = new TokenSamplingMembers();
  private final ArrayDeque<Place> outer = new ArrayDeque<>();
  private final ByteArrayOutputStream value = new ByteArrayOutputStream(0);
  private Place place = Place.ROOT;

  /// The place of the current text, set with its first bytes.
  private Place textPlace = Place.OTHER;

  private boolean inText;
  private String name = "";
  private boolean understood;
  private boolean stream;
  private String model = "";
  private int maxTokens = -1;
  private String user = "";
  private String session = "";
  private int sessionRank = Integer.MAX_VALUE;
  private String previous = "";
  private int turns;

  /// @param sessionField field that contains the session, before the common ones are tried; `""`
  ///   for none
  RequestBodyMembers(PromptTextBuilder prompt, boolean stream, String sessionField) {
    this.prompt = prompt;
    this.sessionField = new FieldPathMatcher(sessionField);
    this.stream = stream;
  }

  RequestFacts facts() {
    return new RequestFacts(
        understood,
        model,
        stream,
        maxTokens,
        user,
        session,
        previous,
        turns,
        prompt.textBytes(),
        prompt.media(),
        sampling.sampling());
  }

  @Override
  public void begin(boolean object) {
    Place inner =
        object && name.equals("text") && place == Place.BODY ? Place.FORMAT : placeOfValue();
    // Objects directly in the conversation's array are its messages.
    turns += object && place == Place.TURNS && outer.size() == 2 ? 1 : 0;
    understood |= place == Place.BODY && inner == Place.TURNS;
    if (object && name.equals("format") && place == Place.BODY) {
      sampling.format("json"); // The member itself is a schema.
    }
    sessionField.begin(object, name);
    outer.push(place);
    place = inner;
    name = "";
  }

  @Override
  public void end() {
    sessionField.end();
    place = outer.pop();
    name = "";
  }

  @Override
  public void name(String member) {
    name = member;
    if (place == Place.TOOLS && !member.equals("cache_control")) {
      prompt.appendValue(PromptPart.FRAME, member);
    } else if (place == Place.ARGUMENTS) {
      prompt.appendValue(PromptPart.TURNS, member);
    }
  }

  /// Returns the place of the current member's value.
  private Place placeOfValue() {
    return switch (place) {
      case ROOT -> Place.BODY;
      case BODY -> placeInBody();
      case SYSTEM, TURNS, MEDIA -> placeInTurn();
      case TOOLS -> name.equals("cache_control") ? Place.OTHER : Place.TOOLS;
      case ARGUMENTS -> Place.ARGUMENTS;
      case FORMAT -> name.equals("format") ? Place.FORMAT : Place.OTHER;
      case METADATA, CONVERSATION, LIMITS, OTHER -> Place.OTHER;
    };
  }

  private Place placeInBody() {
    return switch (name) {
      case "messages", "prompt", "input", "inputs", "input_ids", "context", "suffix", "text" ->
          Place.TURNS;
      case "system", "instructions" -> Place.SYSTEM;
      case "tools", "functions" -> Place.TOOLS;
      case "images", "image_data" -> Place.MEDIA;
      case "metadata", "session_params" -> Place.METADATA;
      case "conversation" -> Place.CONVERSATION;
      case "options", "parameters", "sampling_params" -> Place.LIMITS;
      case "response_format", "output_format", "output_config" -> Place.FORMAT;
      default -> Place.OTHER;
    };
  }

  private Place placeInTurn() {
    if (IGNORED.contains(name)) {
      return Place.OTHER;
    }
    if (place == Place.TURNS && ARGUMENTS.contains(name)) {
      return Place.ARGUMENTS;
    }
    return MEDIA.contains(name) ? Place.MEDIA : place;
  }

  @Override
  public void text(byte[] bytes, int from, int to) {
    if (!inText) {
      inText = true;
      textPlace = placeOfValue();
      understood |= place == Place.BODY && textPlace == Place.TURNS;
    }
    switch (textPlace) {
      case SYSTEM, TOOLS -> promptText(PromptPart.FRAME, bytes, from, to);
      case TURNS, ARGUMENTS -> promptText(PromptPart.TURNS, bytes, from, to);
      case MEDIA -> prompt.addMedia(bytes, from, to);
      case ROOT, BODY, METADATA, CONVERSATION, LIMITS, FORMAT, OTHER ->
          value.write(bytes, from, Math.min(to - from, MAX_VALUE_LENGTH - value.size()));
    }
  }

  private void promptText(PromptPart part, byte[] bytes, int from, int to) {
    prompt.append(part, bytes, from, to);
    prompt.count(name.equals("role") && textPlace != Place.ARGUMENTS ? 0 : to - from);
  }

  @Override
  public void textEnd() {
    switch (inText ? textPlace : Place.BODY) {
      case SYSTEM, TOOLS -> prompt.endValue(PromptPart.FRAME);
      case TURNS, ARGUMENTS -> prompt.endValue(PromptPart.TURNS);
      case MEDIA -> prompt.endMedia(PromptPart.TURNS);
      case ROOT, BODY, METADATA, CONVERSATION, LIMITS, FORMAT, OTHER -> {
        stringValue(value.toString(StandardCharsets.UTF_8));
        value.reset();
      }
    }
    inText = false;
  }

  private void stringValue(String text) {
    if (sessionField.isHere(name)) {
      session(-1, text);
    }
    switch (place) {
      case BODY -> bodyString(text);
      case METADATA -> metadata(text);
      case CONVERSATION -> session(0, name.equals("id") ? text : "");
      case FORMAT -> format(text);
      case ROOT, LIMITS, SYSTEM, TOOLS, TURNS, ARGUMENTS, MEDIA, OTHER -> {
        // Not used.
      }
    }
  }

  private void format(String text) {
    if (name.equals("type")) {
      sampling.format(text);
    }
  }

  private void bodyString(String text) {
    switch (name) {
      case "model" -> model = text;
      case "user", "safety_identifier" -> user = user.isEmpty() ? text : user;
      case "conversation", "session_id", "conversation_id" -> session(0, text);
      case "prompt_cache_key" -> session(2, text);
      case "previous_response_id" -> previous = text;
      case "format" -> sampling.format(text);
      default -> {
        // Not used.
      }
    }
  }

  private void metadata(String text) {
    switch (name) {
      case "session_id", "conversation_id", "thread_id", "id" -> session(1, text);
      case "user_id", "user" -> user = user.isEmpty() ? text : user;
      default -> {
        // Arbitrary metadata of the client.
      }
    }
  }

  /// Sets the session. Among several candidates, the most explicit one wins.
  private void session(int rank, String text) {
    if (!text.isEmpty() && rank < sessionRank) {
      sessionRank = rank;
      session = text;
    }
  }

  @Override
  public void literal(String word) {
    if (word.equals("null")) {
      return;
    }
    if (sessionField.isHere(name)) {
      session(-1, word);
    }
    switch (place) {
      case BODY -> bodyLiteral(word);
      case LIMITS -> limit(word);
      case SYSTEM, TOOLS, TURNS, ARGUMENTS, MEDIA -> promptLiteral(word);
      case ROOT, METADATA, CONVERSATION, FORMAT, OTHER -> {
        // Not used.
      }
    }
  }

  private void bodyLiteral(String word) {
    if (name.equals("stream")) {
      stream = word.equals("true");
    } else {
      limit(word);
    }
  }

  private void limit(String word) {
    switch (name) {
      case "max_tokens",
          "max_completion_tokens",
          "max_output_tokens",
          "max_new_tokens",
          "n_predict",
          "num_predict" ->
          maxTokens = count(word);
      default -> sampling.literal(name, word);
    }
  }

  /// Numbers and words of a prompt are part of it: token IDs, arguments of tools.
  private void promptLiteral(String word) {
    switch (placeOfValue()) {
      case TURNS, ARGUMENTS -> prompt.appendValue(PromptPart.TURNS, word);
      case SYSTEM, TOOLS -> prompt.appendValue(PromptPart.FRAME, word);
      case ROOT, BODY, METADATA, CONVERSATION, LIMITS, FORMAT, MEDIA, OTHER -> {
        // Describes another member.
      }
    }
  }

  /// Returns a limit, or -1 if the value is not valid.
  private static int count(String word) {
    Double value = TokenSamplingMembers.number(word, 0, Integer.MAX_VALUE);
    return value == null ? -1 : value.intValue();
  }

  /// A matcher for the field of a body at a given path of names, while the body is read.
  private static final class FieldPathMatcher {
    private final String[] names;

    /// The number of open objects and arrays.
    private int depth;

    /// How many names of the path match the open objects, outermost first.
    private int matched;

    /// @param path path such as `user` or `metadata.session`; empty for a field that never matches
    FieldPathMatcher(String path) {
      names = path.split("\\.");
    }

    /// @param name name of the member that starts, empty if it has none
    void begin(boolean object, String name) {
      if (object && depth < names.length && isNext(name)) {
        matched = depth;
      }
      depth++;
    }

    void end() {
      depth--;
      matched = Math.min(matched, Math.max(0, depth - 1));
    }

    /// Whether a value with this name is at the end of the path.
    boolean isHere(String name) {
      return depth == names.length && isNext(name);
    }

    private boolean isNext(String name) {
      return depth > 0 && matched == depth - 1 && !name.isEmpty() && names[depth - 1].equals(name);
    }
  }
}
