package dev.goodput.metrics.traffic;

import java.util.regex.Pattern;

/// A detector of error messages that report that an engine or its GPU ran out of memory.
public final class OutOfMemoryMessage {
  /// The phrases of PyTorch (vLLM, SGLang, TGI), CUDA and HIP (TensorRT-LLM), ggml (llama.cpp),
  /// Ollama and Metal.
  private static final Pattern WORDS =
      Pattern.compile(
          "(?i)out[ _-]?of[ _-]?memory"
              + "|cudaErrorMemoryAllocation"
              + "|requires more system memory"
              + "|insufficient (?:gpu |device |system |video )?memory"
              + "|(?:failed|unable) to allocate [^.]{0,60}(?:memory|buffer|bytes)");

  private OutOfMemoryMessage() {}

  /// Returns whether a message reports it.
  public static boolean matches(String sentence) {
    return WORDS.matcher(sentence).find();
  }

  /// Returns what can be stored of a message that may repeat a prompt or a key: a fixed phrase for
  /// an out-of-memory message, else an empty string.
  public static String storable(String sentence) {
    return matches(sentence) ? "out of memory" : "";
  }
}
