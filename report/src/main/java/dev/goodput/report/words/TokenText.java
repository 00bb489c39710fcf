package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Tokens;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.record.TokenSource;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Where the token counts came from, and how far a second source agrees.
public final class TokenText {
  private TokenText() {}

  /// One sentence; empty where no answer came.
  public static String sentence(LevelResult level) {
    return sentence(level.tokens(), level.lengths());
  }

  /// The same where a reader has to know it: not all counts are the server's own, or a second
  /// source differs.
  public static String doubt(LevelResult level) {
    Tokens tokens = level.tokens();
    boolean own = Set.of(TokenSource.USAGE).containsAll(tokens.answersBySource().keySet());
    Double tokenizer = tokens.tokenizerAgainstUsage();
    Double chunks = tokenizer == null ? tokens.chunksAgainstUsage() : null;
    boolean agree =
        (tokenizer == null || Math.abs(tokenizer) <= 0.05)
            && (chunks == null || Math.abs(chunks) <= 0.01);
    return own && agree ? "" : sentence(level);
  }

  static String sentence(Tokens tokens, LevelResult.Lengths lengths) {
    long all = tokens.answersBySource().values().stream().mapToLong(Long::longValue).sum();
    String counted =
        tokens.answersBySource().entrySet().stream()
            .map(each -> message(each.getKey(), share(each.getValue(), all), tokens))
            .collect(Collectors.joining("; "));
    boolean requested =
        tokens.outputSource() == TokenSource.CHUNKS && lengths.inputReported() == null;
    return counted + (requested ? "; input tokens as requested" : "");
  }

  /// Whose tokens they are, where they are not those of all: ` for 1 of 14 responses`.
  private static String share(long answers, long all) {
    return answers == all
        ? ""
        : " for " + Figures.count(answers) + " of " + Figures.counted(all, "response");
  }

  private static String message(TokenSource source, String share, Tokens tokens) {
    return switch (source) {
      case USAGE -> "from usage" + share + agreement(tokens);
      case TOKENIZER ->
          "counted with the tokenizer" + share + "; the server reported no usable usage";
      case CHUNKS ->
          "content chunks counted as tokens" + share + ": no usable usage and no --tokenizer";
    };
  }

  private static String agreement(Tokens tokens) {
    Double tokenizer = tokens.tokenizerAgainstUsage();
    if (tokenizer != null) {
      return "; the tokenizer " + agrees(tokenizer);
    }
    Double chunks = tokens.chunksAgainstUsage();
    if (chunks != null && Math.abs(chunks) > 0.01) {
      return "; "
          + Figures.share(Math.abs(chunks))
          + (chunks < 0 ? " fewer" : " more")
          + " chunks than tokens";
    }
    return chunks == null ? "" : "; chunks agree within " + atLeast(Math.abs(chunks));
  }

  private static String agrees(double difference) {
    double size = Math.abs(difference);
    return size <= 0.05
        ? "agrees within " + atLeast(size)
        : "counts " + Figures.share(size) + (difference < 0 ? " fewer" : " more");
  }

  // "within" must be true of the figure: it is rounded up to a tenth of a percent.
  private static String atLeast(double share) {
    double percent = Math.max(1, Math.ceil(share * 1000 - 1e-9)) / 10;
    return Figures.plain(percent) + " %";
  }

  /// How tokens were spread over chunks for the inter-token latency; empty where nothing streamed.
  public static String itl(@Nullable ItlSource source) {
    if (source == null) {
      return "";
    }
    return switch (source) {
      case USAGE -> "tokens per chunk from usage in every chunk";
      case TOKENIZER -> "tokens per chunk from the tokenizer";
      case CHUNKS -> "one token per chunk, because chunk and token counts match";
      case NONE -> "tokens per chunk are unknown: only the mean is available";
    };
  }
}
