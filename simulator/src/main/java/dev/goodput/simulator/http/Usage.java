package dev.goodput.simulator.http;

/// Token counts as a response names them.
///
/// @param prompt prompt tokens
/// @param completion answer tokens, reasoning included
/// @param cached prompt tokens found in the prefix cache
/// @param reasoning answer tokens in the reasoning channel
record Usage(int prompt, int completion, int cached, int reasoning) {
  /// The three sums, as every chunk carries them.
  void brief(ByteBuilder out) {
    out.add("{\"prompt_tokens\":")
        .add(prompt)
        .add(",\"total_tokens\":")
        .add(prompt + completion)
        .add(",\"completion_tokens\":")
        .add(completion)
        .add("}");
  }

  /// The sums and their details.
  void full(ByteBuilder out) {
    out.add("{\"prompt_tokens\":")
        .add(prompt)
        .add(",\"total_tokens\":")
        .add(prompt + completion)
        .add(",\"completion_tokens\":")
        .add(completion)
        .add(",\"prompt_tokens_details\":{\"cached_tokens\":")
        .add(cached)
        .add("},\"completion_tokens_details\":{\"reasoning_tokens\":")
        .add(reasoning)
        .add("}}");
  }
}
