package dev.goodput.workload.tokenizer;

/// A splitter of texts into tokens, without special tokens and chat template. May be shared by
/// threads.
public interface Tokenizer {
  /// Returns the number of tokens of a text.
  int count(String text);

  /// Returns the numbers of a text's tokens, in order.
  long[] ids(String text);

  /// Returns the encoding's name or the file.
  String name();

  /// Returns a tokenizer by `tokenizer.json`, the directory that contains it, or the name of a
  /// tiktoken encoding (`o200k_base`, `cl100k_base`, `p50k_base`, `r50k_base`). Nothing is
  /// downloaded.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException if there is none
  static Tokenizer of(String spec) {
    return Tokenizers.open(spec);
  }
}
