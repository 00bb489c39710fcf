package dev.goodput.load;

/// A request's encoded body, ready to send.
///
/// @param bytes the encoded body; taken over, not copied
/// @param promptTokens prompt tokens counted with the tokenizer in use, -1 without a tokenizer
@SuppressWarnings("ArrayRecordComponent") // never compared; copying 100 kB prompts is not free
public record Body(byte[] bytes, int promptTokens) {}
