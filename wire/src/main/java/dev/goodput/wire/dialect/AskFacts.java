package dev.goodput.wire.dialect;

/// What a request body says of itself, as far as it was read.
///
/// @param understood whether it holds a prompt in the dialect's words; where it does not, nobody
///   should make anything of the exchange but bytes
/// @param model the model's name, empty where the body names none
/// @param stream whether a stream is asked for
/// @param maxTokens most output tokens, -1 where the body sets no limit
/// @param user who asks, by whatever name the body has for it; empty where it has none
/// @param session the session or cache key that the body names, empty where it names none
/// @param previous the answer that this question goes on from, empty where the body names none
/// @param turns messages of the conversation, 0 for a bare prompt
/// @param promptBytes UTF-8 bytes of the prompt's own text: roles, separators and media left out
/// @param media images, sounds and files in the prompt
/// @param sampling how tokens shall be chosen
public record AskFacts(
    boolean understood,
    String model,
    boolean stream,
    int maxTokens,
    String user,
    String session,
    String previous,
    int turns,
    long promptBytes,
    int media,
    TokenSampling sampling) {}
