package dev.goodput.workload.tokenizer;

/// Counts a text's tokens, without special tokens and chat template. May be shared by threads.
public interface Tokenizer {
  /// How many tokens the text has.
  int count(String text);

  /// The encoding's name or the file.
  String name();

  /// A tokenizer by `tokenizer.json`, the directory that holds it, or the name of a tiktoken
  /// encoding (`o200k_base`, `cl100k_base`, `p50k_base`, `r50k_base`). Nothing is downloaded.
  ///
  /// @throws dev.goodput.workload.input.WorkloadException where there is none
  static Tokenizer of(String spec) {
    return Tokenizers.open(spec);
  }
}
