package dev.goodput.simulator.http;

/// The token counts of a response's usage.
///
/// @param prompt prompt tokens
/// @param completion output tokens, including reasoning
/// @param cached prompt tokens found in the prefix cache
/// @param reasoning output tokens in the reasoning channel
record Usage(int prompt, int completion, int cached, int reasoning) {
  /// Writes the three sums that every chunk carries.
  void brief(ByteBuilder out) {
    out.add("{\"prompt_tokens\":")
        .add(prompt)
        .add(",\"total_tokens\":")
        .add(prompt + completion)
        .add(",\"completion_tokens\":")
        .add(completion)
        .add("}");
  }

  /// Writes the sums and their details.
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
