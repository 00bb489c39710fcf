package dev.goodput.observe.export;

/// Who an upstream is, in the words of the GenAI conventions.
///
/// @param provider `gen_ai.provider.name`: a value of the conventions, or the engine (`vllm`,
///   `sglang`, …), for which they have none; `unknown` where only its own page may tell
/// @param address `server.address`: host name or address
/// @param port `server.port`
public record UpstreamIdentity(String provider, String address, int port) {}
