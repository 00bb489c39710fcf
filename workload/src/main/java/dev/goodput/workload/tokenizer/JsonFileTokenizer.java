package dev.goodput.workload.tokenizer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.goodput.workload.input.WorkloadException;
import java.io.IOException;
import java.nio.file.Path;

/// A `tokenizer.json`, read by DJL's native library.
final class JsonFileTokenizer implements Tokenizer {
  private static final String CACHE = "DJL_CACHE_DIR";
  private static final String OFFLINE = "ai.djl.offline";

  private final HuggingFaceTokenizer tokenizer;
  private final Path file;

  private JsonFileTokenizer(HuggingFaceTokenizer tokenizer, Path file) {
    this.tokenizer = tokenizer;
    this.file = file;
  }

  static Tokenizer open(Path file) {
    keepToOurselves();
    try {
      return new JsonFileTokenizer(
          HuggingFaceTokenizer.builder()
              .optTokenizerPath(file)
              .optAddSpecialTokens(false)
              .optTruncation(false)
              .optPadding(false)
              .build(),
          file);
    } catch (IOException | RuntimeException e) {
      throw new WorkloadException.Unreadable(
          "cannot read the tokenizer " + file + ": " + firstLine(e), e);
    } catch (LinkageError e) {
      throw new WorkloadException.Unreadable(
          "cannot load the native tokenizer library for " + file + ": " + firstLine(e), e);
    }
  }

  /// Makes the library unpack itself below our own cache directory and fetch nothing.
  private static void keepToOurselves() {
    if (System.getenv(CACHE) == null && System.getProperty(CACHE) == null) {
      System.setProperty(CACHE, CacheDirectory.path().resolve("djl").toString());
    }
    System.setProperty(OFFLINE, "true");
  }

  private static String firstLine(Throwable problem) {
    String message = problem.getMessage();
    return message == null
        ? problem.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }

  @Override
  public int count(String text) {
    return tokenizer.encode(text, false, false).getIds().length;
  }

  @Override
  public String name() {
    return file.toString();
  }
}
