package dev.goodput.wire.dialect;

/// The properties of a request body, as far as it was read.
///
/// @param understood whether the body has a prompt in the form of the dialect; if not, only byte
///   counts of the exchange are meaningful
/// @param model model name, empty if the body has none
/// @param stream whether a stream is requested
/// @param maxTokens limit on output tokens, -1 if the body has none
/// @param user user, from any of the members that may contain it; empty if there is none
/// @param session session or cache key in the body, empty if there is none
/// @param previous ID of the previous response that this request continues, empty if there is none
/// @param turns messages of the conversation, 0 for a bare prompt
/// @param promptBytes UTF-8 bytes of the prompt's own text, without roles, separators and media
/// @param media images, sounds and files in the prompt
/// @param sampling sampling parameters
public record RequestFacts(
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
