package dev.goodput.app;

import dev.goodput.wire.client.SafeUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// JSON that a user types and that may hold keys: what stands under a member that is named like one
/// is a secret, however deep. Numbers under names that count tokens are none, nor is a boolean.
public final class SecretJson {
  private static final String STARS = "***";
  private static final String COUNTS = "(?i)tokens|token_(?:ids?|budget|limit|count)|tokenizer";
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final List<String> found = new ArrayList<>();

  private SecretJson() {}

  /// The secrets in it; none where it is no JSON.
  public static List<String> secrets(String json) {
    SecretJson secrets = new SecretJson();
    String _ = secrets.starredText(json);
    return secrets.found;
  }

  /// Whether anything of it has to be starred, or it is no JSON, of which nobody knows.
  public static boolean hides(String json) {
    try {
      JsonNode typed = JsonMapper.shared().readTree(json);
      return !new SecretJson().starred(typed, "").equals(typed);
    } catch (JacksonException e) {
      return true;
    }
  }

  /// The same with the secrets starred; only stars where it is no JSON.
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

  /// @param name of the member it stands under, or of the nearest one around it that tells
  private JsonNode starred(JsonNode node, String name) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode less = NODES.objectNode();
        for (Map.Entry<String, JsonNode> each : object.properties()) {
          String inner = SafeUrl.telling(name) ? name : each.getKey();
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
    String telling = node.isNumber() ? name.replaceAll(COUNTS, "") : name;
    boolean secret = (node.isString() || node.isNumber()) && SafeUrl.telling(telling);
    if (secret) {
      found.add(node.asString());
      return NODES.stringNode(STARS);
    }
    return node.isString() ? NODES.stringNode(Secrets.redact(node.asString())) : node;
  }
}
