package dev.goodput.simulator.http;

import dev.goodput.record.words.JsonErrorText;
import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.text.BlockHashes;
import dev.goodput.simulator.text.PieceTokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/// A parser of a completion request's body. Unknown fields are ignored, as servers do.
final class CompletionRequestParser {
  private static final JsonFactory JSON = new JsonFactory();

  private final boolean chat;
  private final BlockHashes prompt = new BlockHashes();
  private String model = "";
  private boolean requested;
  private int maxTokens = -1;
  private int minTokens;
  private boolean stream;
  private boolean includeUsage;
  private boolean continuousUsage;
  private boolean ignoreEos;
  private final List<String> stop = new ArrayList<>();
  private long seed;

  private CompletionRequestParser(boolean chat) {
    this.chat = chat;
  }

  /// @throws SimulatorException.Refused with status 400 if the body is invalid or uses an
  ///   unsupported feature
  static CompletionRequest read(byte[] body, boolean chat) {
    CompletionRequestParser reader = new CompletionRequestParser(chat);
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw bad("", "the body must be a JSON object");
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        reader.field(name, parser);
      }
    } catch (JacksonException e) {
      throw bad(
          "", "the body is not valid JSON" + place(e) + JsonErrorText.of(e.getOriginalMessage()));
    }
    return reader.finish();
  }

  private static String place(JacksonException problem) {
    TokenStreamLocation at = problem.getLocation();
    return at == null ? ": " : " at line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
  }

  private CompletionRequest finish() {
    if (!requested) {
      throw bad(chat ? "messages" : "prompt", (chat ? "messages" : "prompt") + " is required");
    }
    if (chat) {
      PromptReader.openAnswer(prompt);
    }
    return new CompletionRequest(
        model,
        chat,
        prompt,
        maxTokens,
        minTokens,
        stream,
        includeUsage && stream,
        continuousUsage && includeUsage && stream,
        ignoreEos,
        List.copyOf(stop),
        seed);
  }

  private void field(String name, JsonParser parser) {
    switch (name) {
      case "model" -> model = text(name, parser);
      case "messages" -> {
        PromptReader.messages(parser, prompt);
        requested = true;
      }
      case "prompt" -> {
        PromptReader.prompt(parser, prompt);
        requested = true;
      }
      case "max_tokens", "max_completion_tokens" -> maxTokens = number(name, parser, 1, maxTokens);
      case "min_tokens" -> minTokens = number(name, parser, 0, minTokens);
      case "seed" -> seed = number(name, parser, Integer.MIN_VALUE, 0);
      case "n", "best_of" -> single(name, parser);
      case "stream" -> stream = flag(name, parser);
      case "ignore_eos" -> ignoreEos = flag(name, parser);
      case "echo", "logprobs" -> notOffered(name, parser);
      case "stop" -> stop(parser);
      case "stream_options" -> streamOptions(parser);
      default -> parser.skipChildren();
    }
  }

  private void streamOptions(JsonParser parser) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return;
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "include_usage" -> includeUsage = flag(name, parser);
        case "continuous_usage_stats" -> continuousUsage = flag(name, parser);
        default -> parser.skipChildren();
      }
    }
  }

  private void stop(JsonParser parser) {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        stop.add(text("stop", parser));
      }
    } else if (parser.currentToken() != JsonToken.VALUE_NULL) {
      stop.add(text("stop", parser));
    }
    stop.removeIf(String::isEmpty);
  }

  private static void single(String name, JsonParser parser) {
    if (number(name, parser, 1, 1) != 1) {
      throw bad(name, name + " greater than 1 is not offered: send several requests");
    }
  }

  private static void notOffered(String name, JsonParser parser) {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_NULL && token != JsonToken.VALUE_FALSE) {
      throw bad(name, name + " is not offered by the simulated engine: leave it out");
    }
  }

  private static String text(String name, JsonParser parser) {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw bad(name, name + " must be a string");
    }
    return parser.getString();
  }

  private static boolean flag(String name, JsonParser parser) {
    return switch (parser.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE, VALUE_NULL -> false;
      case null, default -> throw bad(name, name + " must be true or false");
    };
  }

  private static int number(String name, JsonParser parser, int least, int whenNull) {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return whenNull;
    }
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT || parser.getIntValue() < least) {
      throw bad(name, name + " must be a whole number from " + least);
    }
    return parser.getIntValue();
  }

  static SimulatorException.Refused bad(String parameter, String message) {
    return new SimulatorException.Refused(400, "BadRequestError", parameter, message);
  }

  /// A converter of messages or a prompt into tokens.
  ///
  /// The chat template is one start token, then for each message a role token, its content and an
  /// end token, and finally the assistant's role token: three tokens for one message, two more for
  /// each further one.
  private static final class PromptReader {
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
}
