package dev.goodput.workload.tokenizer;

import com.knuddels.jtokkit.api.EncodingType;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.workload.input.WorkloadException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
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
}
