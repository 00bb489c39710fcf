package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import dev.goodput.record.FinishReason;
import dev.goodput.record.TokenCounts;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What one event, or a whole answer, says.
final class Chunk {
  /// The event's type: by the framing, until its JSON says it itself.
  String type;

  /// How many answers it is of, 0 where it speaks of them all.
  int choices;

  int index;

  /// Tokens of its content where the event itself says so.
  int tokens = TokenCounts.UNKNOWN;

  /// Whether it holds generated audio, images or video, which have no text.
  boolean media;

  /// Whether it is an error whose words no member of its own holds.
  boolean failed;

  /// Whether nothing of the answer follows.
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

  /// Reads one object, or an array of them as one.
  ///
  /// @param type the event's type, empty where the framing names none
  /// @throws tools.jackson.core.JacksonException where it is no JSON
  /// @throws NotAnAnswerException where it is JSON of another kind
  static Chunk read(byte[] bytes, int from, int to, Reading reading, String type) {
    Chunk chunk = new Chunk(type);
    try (JsonParser in = Json.parser(bytes, from, to)) {
      JsonToken first = in.nextToken();
      if (first == JsonToken.START_ARRAY) {
        for (int place = 0; in.nextToken() == JsonToken.START_OBJECT; place++) {
          chunk.add(element(in, reading, type, place), place == 0);
        }
        expect(in.currentToken() == JsonToken.END_ARRAY);
      } else {
        expect(first == JsonToken.START_OBJECT);
        reading.object(in, chunk);
      }
      expect(in.nextToken() == null);
      return chunk;
    }
  }

  /// One of several answers, which is counted apart.
  private static Chunk element(JsonParser in, Reading reading, String type, int place) {
    Chunk element = new Chunk(type);
    element.index = place;
    reading.object(in, element);
    return element;
  }

  /// Takes over what another one says. What one of them does not count is not known of them all.
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

  /// Takes over the content of another one.
  void addContent(Chunk other) {
    media |= other.media;
    for (Channel channel : Channel.values()) {
      of(channel).append(other.of(channel));
    }
  }

  private static void expect(boolean holds) {
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

  /// Takes the type that the JSON names, where it names one.
  void type(String named) {
    type = named.isEmpty() ? type : named;
  }

  /// Takes the error that the parser stands on, where it is one.
  void error(JsonParser in) {
    String found = ErrorText.read(in);
    if (!found.isEmpty()) {
      error = found;
    }
  }

  /// Takes the server's word for why the answer ended, empty where it gave none: a word that speaks
  /// of a failure is an error.
  void ended(String reason) {
    if (reason.isEmpty()) {
      return;
    }
    finish = reason;
    if (error == null && FinishReason.saysFailure(reason)) {
      error = "finish_reason \"" + reason + "\"";
    }
  }

  /// What is counted of the one answer that it speaks of; begun where there is none.
  Usage counted() {
    Usage known = usage;
    if (known == null) {
      known = new Usage();
      usage = known;
    }
    choices = 1;
    return known;
  }

  /// The text of a channel.
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

  /// The event's channel, where it has content: the one a user sees first.
  Channel channel() {
    if (media || !answer.isEmpty()) {
      return Channel.ANSWER;
    }
    if (!refusal.isEmpty()) {
      return Channel.REFUSAL;
    }
    return toolCall.isEmpty() ? Channel.REASONING : Channel.TOOL_CALL;
  }

  void tellTexts(AnswerSink sink) {
    tell(sink, Channel.REASONING, reasoning);
    tell(sink, Channel.ANSWER, answer);
    tell(sink, Channel.REFUSAL, refusal);
    tell(sink, Channel.TOOL_CALL, toolCall);
  }

  private static void tell(AnswerSink sink, Channel channel, StringBuilder text) {
    if (!text.isEmpty()) {
      sink.text(channel, JsonText.whole(text.toString()));
    }
  }
}
