package dev.goodput.metrics.traffic;

import java.util.regex.Pattern;

/// Whether what a server says of an error is that an engine or its GPU ran out of memory.
public final class MemoryWords {
  /// The words of PyTorch (vLLM, SGLang, TGI), CUDA and HIP (TensorRT-LLM), ggml (llama.cpp),
  /// Ollama and Metal.
  private static final Pattern WORDS =
      Pattern.compile(
          "(?i)out[ _-]?of[ _-]?memory"
              + "|cudaErrorMemoryAllocation"
              + "|requires more system memory"
              + "|insufficient (?:gpu |device |system |video )?memory"
              + "|(?:failed|unable) to allocate [^.]{0,60}(?:memory|buffer|bytes)");

  private MemoryWords() {}

  /// Whether a sentence says so.
  public static boolean said(String sentence) {
    return WORDS.matcher(sentence).find();
  }

  /// What may be kept of a sentence that may repeat a prompt or a key: that it says so, empty where
  /// it does not.
  public static String kept(String sentence) {
    return said(sentence) ? "out of memory" : "";
  }
}
