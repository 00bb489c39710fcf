package dev.goodput.simulator.http;

/// The name of the reasoning field in a chat delta.
public enum ReasoningField {
  /// `reasoning_content`: DeepSeek, SGLang, llama.cpp, older vLLM.
  REASONING_CONTENT("reasoning_content"),
  /// `reasoning`: newer vLLM, Ollama, Groq.
  REASONING("reasoning");

  private final String label;

  ReasoningField(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
