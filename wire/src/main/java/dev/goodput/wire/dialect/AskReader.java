package dev.goodput.wire.dialect;

/// Reads a request body as its bytes come, for who stands in between and must not hold it: who asks
/// which model for what, and the prompt's text, handed on piece by piece.
///
/// It never throws on what a client sends: a body that is broken, cut or of another kind says what
/// is known of it until there. A body of any size costs a few hundred bytes of memory.
///
/// The canonical text of a prompt: each text, number and word in it, in the order of the body, each
/// with a line feed behind it, and roles likewise. What differs between two sendings of the same
/// message is left out (ids, types, cache marks, signatures); an image, sound or file counts by its
/// length and a checksum. Of tools the names of members are told too.
public final class AskReader {
  private final AskMembers members;
  private final JsonFeed json;

  /// A reader of one body.
  ///
  /// @param dialect what the path speaks, by [Dialect#at]
  /// @param prompt takes the prompt's text
  public AskReader(Dialect dialect, PromptSink prompt) {
    this(dialect, prompt, "");
  }

  /// A reader of one body, whose sessions are named by a field of the operator's choice.
  ///
  /// @param sessionField that field, dotted where it lies in an object; where a body has none, and
  ///   where this is `""`, the usual names hold
  public AskReader(Dialect dialect, PromptSink prompt, String sessionField) {
    members = new AskMembers(new PromptText(prompt), dialect.streamsUnasked(), sessionField);
    json = new JsonFeed(members);
  }

  /// Takes in bytes of the body, cut anywhere; they belong to the caller.
  public void feed(byte[] bytes, int from, int to) {
    json.feed(bytes, from, to);
  }

  /// What is known so far.
  public AskFacts facts() {
    return members.facts();
  }
}
