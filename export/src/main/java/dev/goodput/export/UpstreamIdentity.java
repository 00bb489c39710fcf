package dev.goodput.export;

/// The identity of an upstream in the terms of the GenAI conventions.
///
/// @param provider `gen_ai.provider.name`: a value of the conventions, or the engine (`vllm`,
///   `sglang`, …), for which they have none; `unknown` if only the engine's own metrics page can
///   identify it
/// @param address `server.address`: host name or address
/// @param port `server.port`
public record UpstreamIdentity(String provider, String address, int port) {}
