package dev.goodput.simulator.http;

import dev.goodput.simulator.text.BlockHashes;
import dev.goodput.simulator.text.PieceTokenizer;
import java.util.Locale;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// A converter of messages or a prompt into tokens.
///
/// The chat template is one start token, then for each message a role token, its content and an end
/// token, and finally the assistant's role token: three tokens for one message, two more for each
/// further one.
final class PromptReader {
  private static final int BEGIN = "<|begin|>".hashCode();
  private static final int END = "<|end|>".hashCode();

  private PromptReader() {}

  static void messages(JsonParser parser, BlockHashes prompt) {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw CompletionRequestParser.bad("messages", "messages must be a list");
    }
    prompt.token(BEGIN);
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      message(parser, prompt);
      count++;
    }
    if (count == 0) {
      throw CompletionRequestParser.bad("messages", "messages must not be empty");
    }
  }

  /// Adds the token after which the response starts.
  static void openAnswer(BlockHashes prompt) {
    prompt.token(role("assistant"));
  }

  static void prompt(JsonParser parser, BlockHashes prompt) {
    prompt.token(BEGIN);
    switch (parser.currentToken()) {
      case VALUE_STRING -> PieceTokenizer.tokenize(parser.getString(), prompt);
      case START_ARRAY -> promptList(parser, prompt);
      case null, default ->
          throw CompletionRequestParser.bad("prompt", "prompt must be a string or a list");
    }
  }

  /// Reads a list of one text, or of token numbers.
  private static void promptList(JsonParser parser, BlockHashes prompt) {
    int texts = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
        prompt.token(parser.getIntValue());
      } else if (parser.currentToken() == JsonToken.VALUE_STRING && texts++ == 0) {
        PieceTokenizer.tokenize(parser.getString(), prompt);
      } else {
        throw CompletionRequestParser.bad(
            "prompt",
            "prompt must be one text or one list of token numbers: several are not offered");
      }
    }
  }

  private static void message(JsonParser parser, BlockHashes prompt) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw CompletionRequestParser.bad(
          "messages", "each message must be an object with role and content");
    }
    String role = "";
    StringBuilder content = new StringBuilder();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "role" -> role = parser.getString();
        case "content" -> content(parser, content);
        default -> parser.skipChildren();
      }
    }
    if (role == null || role.isEmpty()) {
      throw CompletionRequestParser.bad("messages", "each message needs a role");
    }
    prompt.token(role(role));
    PieceTokenizer.tokenize(content.toString(), prompt);
    prompt.token(END);
  }

  private static void content(JsonParser parser, StringBuilder content) {
    switch (parser.currentToken()) {
      case VALUE_STRING -> content.append(parser.getString());
      case VALUE_NULL -> {}
      case START_ARRAY -> {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          part(parser, content);
        }
      }
      case null, default ->
          throw CompletionRequestParser.bad(
              "messages", "content must be a string or a list of text parts");
    }
  }

  private static void part(JsonParser parser, StringBuilder content) {
    boolean text = false;
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (name.equals("text") && parser.currentToken() == JsonToken.VALUE_STRING) {
          content.append(parser.getString());
          text = true;
        } else {
          parser.skipChildren();
        }
      }
    }
    if (!text) {
      throw CompletionRequestParser.bad("messages", "only parts of type text are offered");
    }
  }

  private static int role(String role) {
    return ("<|" + role.toLowerCase(Locale.ROOT) + "|>").hashCode();
  }
}
