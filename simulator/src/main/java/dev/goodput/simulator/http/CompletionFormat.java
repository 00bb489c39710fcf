package dev.goodput.simulator.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A renderer of one response's JSON; constant parts are rendered once. Field order follows vLLM.
final class CompletionFormat {
  private static final byte[] TEXT_END = bytes("\"},\"logprobs\":null,\"finish_reason\":");
  private static final byte[] COMPLETION_END = bytes("\",\"logprobs\":null,\"finish_reason\":");
  private static final byte[] CHOICE_END = bytes(",\"stop_reason\":null}]");
  private static final byte[] NULL = bytes("null");
  private static final byte[] USAGE = bytes(",\"usage\":");
  private static final byte[] CLOSE = bytes("}");

  private final boolean chat;
  private final ReasoningField reasoningField;
  private final byte[] envelope;
  private final byte[] content;
  private final byte[] reasoning;
  private final String id;
  private final long created;
  private final String model;

  CompletionFormat(boolean chat, String id, long created, String model, ReasoningField field) {
    this.chat = chat;
    this.id = id;
    this.created = created;
    this.model = model;
    reasoningField = field;
    String head = head(chat ? "chat.completion.chunk" : "text_completion");
    envelope = bytes(head);
    String choice = head + "\"choices\":[{\"index\":0,";
    content = bytes(choice + (chat ? "\"delta\":{\"content\":\"" : "\"text\":\""));
    reasoning = bytes(choice + "\"delta\":{\"" + field.label() + "\":\"");
  }

  /// Writes chat's role-only chunk.
  void role(ByteBuilder out, @Nullable Usage usage) {
    out.add(envelope)
        .add("\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}")
        .add(",\"logprobs\":null,\"finish_reason\":null}]");
    close(out, usage);
  }

  /// Writes a content chunk up to its text.
  void open(ByteBuilder out, boolean inReasoning) {
    out.add(inReasoning ? reasoning : content);
  }

  /// Writes the rest of a content chunk.
  void close(ByteBuilder out, @Nullable String finishReason, @Nullable Usage usage) {
    out.add(chat ? TEXT_END : COMPLETION_END);
    if (finishReason == null) {
      out.add(NULL);
    } else {
      out.quoted(finishReason);
    }
    out.add(CHOICE_END);
    close(out, usage);
  }

  /// Writes the chunk without choices and with the whole usage.
  void usage(ByteBuilder out, Usage usage) {
    out.add(envelope).add("\"choices\":[]").add(USAGE);
    usage.full(out);
    out.add(CLOSE);
  }

  /// Writes a whole response that is not streamed.
  void whole(ByteBuilder out, String reasoningText, String text, String finish, Usage usage) {
    out.add(head(chat ? "chat.completion" : "text_completion")).add("\"choices\":[{\"index\":0,");
    if (chat) {
      out.add("\"message\":{\"role\":\"assistant\",\"content\":").quoted(text);
      out.add(",\"" + reasoningField.label() + "\":");
      out.add(reasoningText.isEmpty() ? "null" : Json.quoted(reasoningText)).add("}");
    } else {
      out.add("\"text\":").quoted(text);
    }
    out.add(",\"logprobs\":null,\"finish_reason\":").quoted(finish).add(CHOICE_END).add(USAGE);
    usage.full(out);
    out.add(CLOSE);
  }

  private void close(ByteBuilder out, @Nullable Usage usage) {
    if (usage != null) {
      out.add(USAGE);
      usage.brief(out);
    }
    out.add(CLOSE);
  }

  private String head(String object) {
    return "{\"id\":%s,\"object\":\"%s\",\"created\":%d,\"model\":%s,"
        .formatted(Json.quoted(id), object, created, Json.quoted(model));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
