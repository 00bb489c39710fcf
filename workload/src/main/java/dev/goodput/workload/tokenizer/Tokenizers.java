package dev.goodput.workload.tokenizer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.workload.input.WorkloadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A lookup of tokenizers by path or name.
final class Tokenizers {
  private static final String FILE = "tokenizer.json";

  private Tokenizers() {}

  static Tokenizer open(String spec) {
    return EncodingType.fromName(spec)
        .<Tokenizer>map(TiktokenTokenizer::new)
        .orElseGet(() -> fromFile(spec));
  }

  private static Tokenizer fromFile(String spec) {
    Path path = path(spec);
    Path file = Files.isDirectory(path) ? path.resolve(FILE) : path;
    if (!Files.isRegularFile(file)) {
      throw unknown(spec);
    }
    return JsonFileTokenizer.open(file);
  }

  private static Path path(String spec) {
    try {
      return Path.of(spec);
    } catch (InvalidPathException e) {
      throw unknown(spec);
    }
  }

  private static WorkloadException unknown(String spec) {
    List<String> names = new ArrayList<>();
    for (EncodingType type : EncodingType.values()) {
      names.add(type.getName());
    }
    return new WorkloadException.Unknown(
        "no tokenizer \""
            + spec
            + "\""
            + WordSuggestion.to(spec, names).map(near -> ". Did you mean " + near + "?").orElse(".")
            + " Give the path of a tokenizer.json, or one of "
            + String.join(", ", names));
  }

  /// A tiktoken encoding.
  private static final class TiktokenTokenizer implements Tokenizer {
    private final Encoding encoding;

    TiktokenTokenizer(EncodingType type) {
      this.encoding = Encodings.newLazyEncodingRegistry().getEncoding(type);
    }

    @Override
    public int count(String text) {
      return encoding.countTokensOrdinary(text);
    }

    @Override
    public long[] ids(String text) {
      return Arrays.stream(encoding.encodeOrdinary(text).toArray()).asLongStream().toArray();
    }

    @Override
    public String name() {
      return encoding.getName();
    }
  }

  /// A `tokenizer.json`, read by DJL's native library.
  private static final class JsonFileTokenizer implements Tokenizer {
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
      return ids(text).length;
    }

    @Override
    public long[] ids(String text) {
      return tokenizer.encode(text, false, false).getIds();
    }

    @Override
    public String name() {
      return file.toString();
    }

    /// The cache directory for unpacked native libraries.
    private static final class CacheDirectory {
      private CacheDirectory() {}

      /// Returns `$XDG_CACHE_HOME/goodput`, else `~/.cache/goodput`; if that is not writable (a
      /// read-only home in a container), a directory below the temporary one.
      static Path path() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path home = Path.of(System.getProperty("user.home", "/"));
        Path base = cache == null || cache.isEmpty() ? home.resolve(".cache") : Path.of(cache);
        Path standing = base;
        while (standing != null && !Files.exists(standing)) {
          standing = standing.getParent();
        }
        return standing != null && Files.isWritable(standing)
            ? base.resolve("goodput")
            : Path.of(System.getProperty("java.io.tmpdir"), "goodput");
      }
    }
  }
}
