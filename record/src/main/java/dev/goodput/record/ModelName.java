package dev.goodput.record;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The comparison of model names: one model may have several spellings, but two models never share
/// a name.
///
/// Letter case does not count, and neither does the prefix of the organisation that publishes a
/// family: `meta-llama/Llama-3.1-8B` and `llama-3.1-8b` are one model. Everything else counts: a
/// suffix such as `-Instruct`, another organisation's prefix (which may be a fine-tune), a path.
public final class ModelName {
  private record Publisher(String organisation, Pattern family) {
    static Publisher of(String organisation, String family) {
      return new Publisher(organisation + "/", Pattern.compile("(?:" + family + ").*"));
    }
  }

  private static final List<Publisher> PUBLISHERS =
      List.of(
          Publisher.of("meta-llama", "llama|meta-llama|codellama"),
          Publisher.of("mistralai", "mistral|mixtral|ministral|codestral|devstral|magistral"),
          Publisher.of("qwen", "qwen|qwq"),
          Publisher.of("google", "gemma"),
          Publisher.of("microsoft", "phi"),
          Publisher.of("deepseek-ai", "deepseek"),
          Publisher.of("openai", "gpt-oss"),
          Publisher.of("zai-org", "glm"),
          Publisher.of("moonshotai", "kimi"),
          Publisher.of("ibm-granite", "granite"),
          Publisher.of("allenai", "olmo"),
          Publisher.of("tiiuae", "falcon"));

  private ModelName() {}

  /// Returns the canonical spelling for comparisons; all names of one model have the same.
  public static String canonical(String name) {
    String plain = name.strip().toLowerCase(Locale.ROOT);
    for (Publisher each : PUBLISHERS) {
      if (plain.startsWith(each.organisation)) {
        String rest = plain.substring(each.organisation.length());
        return each.family.matcher(rest).matches() ? rest : plain;
      }
    }
    return name.strip().startsWith("/") ? name.strip() : plain;
  }

  /// Returns whether two names denote the same model.
  public static boolean same(String one, String other) {
    return canonical(one).equals(canonical(other));
  }
}
