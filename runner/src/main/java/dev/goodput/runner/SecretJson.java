package dev.goodput.runner;

import dev.goodput.wire.client.Credentials;
import dev.goodput.wire.client.MaskedUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Redaction of JSON that a user types and that may hold keys. A value is secret if its member, or
/// a member around it at any depth, has a name that suggests a secret. Numbers under names that
/// count tokens are not secret, and neither are booleans.
public final class SecretJson {
  private static final String STARS = "***";
  private static final String COUNTS = "(?i)tokens|token_(?:ids?|budget|limit|count)|tokenizer";
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final List<String> found = new ArrayList<>();

  private SecretJson() {}

  /// Returns the secrets in the text; none if it is not JSON.
  public static List<String> secrets(String json) {
    SecretJson secrets = new SecretJson();
    String _ = secrets.starredText(json);
    return secrets.found;
  }

  /// Returns whether anything in the text must be redacted. True for text that is not JSON, since
  /// its content is unknown.
  public static boolean hides(String json) {
    try {
      JsonNode typed = JsonMapper.shared().readTree(json);
      return !new SecretJson().starred(typed, "").equals(typed);
    } catch (JacksonException e) {
      return true;
    }
  }

  /// Returns the text with its secrets replaced by stars; only stars if it is not JSON.
  static String starred(String json) {
    return new SecretJson().starredText(json);
  }

  private String starredText(String json) {
    try {
      return starred(JsonMapper.shared().readTree(json), "").toString();
    } catch (JacksonException e) {
      return STARS;
    }
  }

  /// @param name the name of the member, or of the nearest enclosing one that suggests a secret
  private JsonNode starred(JsonNode node, String name) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode less = NODES.objectNode();
        for (Map.Entry<String, JsonNode> each : object.properties()) {
          String inner = MaskedUrl.looksSecret(name) ? name : each.getKey();
          less.set(each.getKey(), starred(each.getValue(), inner));
        }
        yield less;
      }
      case ArrayNode array -> {
        ArrayNode less = NODES.arrayNode();
        array.forEach(each -> less.add(starred(each, name)));
        yield less;
      }
      default -> leaf(node, name);
    };
  }

  private JsonNode leaf(JsonNode node, String name) {
    String looksSecret = node.isNumber() ? name.replaceAll(COUNTS, "") : name;
    boolean secret = (node.isString() || node.isNumber()) && MaskedUrl.looksSecret(looksSecret);
    if (secret) {
      found.add(node.asString());
      return NODES.stringNode(STARS);
    }
    return node.isString() ? NODES.stringNode(Credentials.redact(node.asString())) : node;
  }
}
