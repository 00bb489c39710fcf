package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import dev.goodput.record.FinishReason;
import dev.goodput.record.TokenCounts;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The content of one event, or of a whole answer.
final class Chunk {
  /// The type that the event's JSON states, otherwise the type from the framing.
  String type;

  /// How many choices the event contains, 0 if it covers all of them.
  int choices;

  int index;

  /// The number of tokens in its content, if the event itself states it.
  int tokens = TokenCounts.UNKNOWN;

  /// Whether it contains generated audio, images or video, which have no text.
  boolean media;

  /// Whether it is an error without a member for its message.
  boolean failed;

  /// Whether the answer ends with it.
  boolean end;

  @Nullable String error;
  @Nullable String finish;
  @Nullable Usage usage;
  final StringBuilder answer = new StringBuilder();
  final StringBuilder reasoning = new StringBuilder();
  final StringBuilder refusal = new StringBuilder();
  final StringBuilder toolCall = new StringBuilder();

  Chunk(String type) {
    this.type = type;
  }

  /// Reads one object, or merges an array of objects.
  ///
  /// @param type event's type, empty if the framing names none
  /// @throws tools.jackson.core.JacksonException if it is not JSON
  /// @throws NotAnAnswerException if it is another JSON value
  static Chunk read(byte[] bytes, int from, int to, EventReader reading, String type) {
    Chunk chunk = new Chunk(type);
    try (JsonParser in = Json.parser(bytes, from, to)) {
      JsonToken first = in.nextToken();
      if (first == JsonToken.START_ARRAY) {
        for (int index = 0; in.nextToken() == JsonToken.START_OBJECT; index++) {
          chunk.add(element(in, reading, type, index), index == 0);
        }
        require(in.currentToken() == JsonToken.END_ARRAY);
      } else {
        require(first == JsonToken.START_OBJECT);
        reading.object(in, chunk);
      }
      require(in.nextToken() == null);
      return chunk;
    }
  }

  /// Reads one object of an array. Each is an answer of its own.
  private static Chunk element(JsonParser in, EventReader reading, String type, int index) {
    Chunk element = new Chunk(type);
    element.index = index;
    reading.object(in, element);
    return element;
  }

  /// Merges another chunk into this one. A count that is missing in one of them is unknown for all.
  private void add(Chunk other, boolean first) {
    type = other.type;
    choices += other.choices;
    tokens = first ? other.tokens : Usage.sum(tokens, other.tokens);
    usage = first ? other.usage : Usage.sum(usage, other.usage);
    failed |= other.failed;
    end |= other.end;
    error = other.error == null ? error : other.error;
    finish = other.finish == null ? finish : other.finish;
    addContent(other);
  }

  /// Merges the content of another chunk into this one.
  void addContent(Chunk other) {
    media |= other.media;
    for (Channel channel : Channel.values()) {
      of(channel).append(other.of(channel));
    }
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new NotAnAnswerException("expected one JSON object");
    }
  }

  /// JSON, but neither an object nor an array of objects.
  static final class NotAnAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotAnAnswerException(String message) {
      super(message, null, false, false);
    }
  }

  /// Sets the type from the JSON, if it is not empty.
  void type(String stated) {
    type = stated.isEmpty() ? type : stated;
  }

  /// Sets the error from the parser's current value, if it is one.
  void error(JsonParser in) {
    String found = ErrorText.read(in);
    if (!found.isEmpty()) {
      error = found;
    }
  }

  /// Sets the server's finish reason, if it is not empty. A reason that indicates a failure is also
  /// an error.
  void ended(String reason) {
    if (reason.isEmpty()) {
      return;
    }
    finish = reason;
    if (error == null && FinishReason.meansFailure(reason)) {
      error = "finish_reason \"" + reason + "\"";
    }
  }

  /// Returns the token counts of the chunk's single choice, created if there are none.
  Usage countsOfChoice() {
    Usage known = usage;
    if (known == null) {
      known = new Usage();
      usage = known;
    }
    choices = 1;
    return known;
  }

  /// Returns the text of a channel.
  StringBuilder of(Channel channel) {
    return switch (channel) {
      case ANSWER -> answer;
      case REASONING -> reasoning;
      case REFUSAL -> refusal;
      case TOOL_CALL -> toolCall;
    };
  }

  boolean hasContent() {
    return media
        || !answer.isEmpty()
        || !reasoning.isEmpty()
        || !refusal.isEmpty()
        || !toolCall.isEmpty();
  }

  /// Returns the event's channel if it has content: the one that a user sees first.
  Channel channel() {
    if (media || !answer.isEmpty()) {
      return Channel.ANSWER;
    }
    if (!refusal.isEmpty()) {
      return Channel.REFUSAL;
    }
    return toolCall.isEmpty() ? Channel.REASONING : Channel.TOOL_CALL;
  }

  void sendTexts(AnswerSink sink) {
    sendText(sink, Channel.REASONING, reasoning);
    sendText(sink, Channel.ANSWER, answer);
    sendText(sink, Channel.REFUSAL, refusal);
    sendText(sink, Channel.TOOL_CALL, toolCall);
  }

  private static void sendText(AnswerSink sink, Channel channel, StringBuilder text) {
    if (!text.isEmpty()) {
      sink.text(channel, JsonText.replaceLoneSurrogates(text.toString()));
    }
  }
}
