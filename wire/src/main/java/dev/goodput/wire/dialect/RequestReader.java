package dev.goodput.wire.dialect;

/// An incremental reader of request bodies for proxies, which must not buffer them. It extracts the
/// properties of the request, and reports the prompt's text to a sink.
///
/// No input makes it throw an exception. For a malformed, truncated or unknown body, it returns
/// what is known up to that point. Memory use is a few hundred bytes for a body of any size.
///
/// The canonical text of a prompt consists of its texts, numbers and words in the order of the
/// body, each followed by a line feed, and likewise the roles. Whatever differs between two copies
/// of the same message is omitted (IDs, types, cache marks, signatures). An image, sound or file is
/// represented by its length and a checksum. For tools, member names are included.
public final class RequestReader {
  private final RequestBodyMembers members;
  private final JsonPushParser json;

  /// Creates a reader of one body.
  ///
  /// @param dialect dialect of the request's path, from [Dialect#at]
  /// @param prompt receiver of the prompt's text
  public RequestReader(Dialect dialect, PromptSink prompt) {
    this(dialect, prompt, "");
  }

  /// Creates a reader of one body with a configured session field.
  ///
  /// @param sessionField field that contains the session, with dots for nested objects; the common
  ///   fields are tried if the body does not have it or this is `""`
  public RequestReader(Dialect dialect, PromptSink prompt, String sessionField) {
    members =
        new RequestBodyMembers(
            new PromptTextBuilder(prompt), dialect.streamsByDefault(), sessionField);
    json = new JsonPushParser(members);
  }

  /// Reads a part of the body of any size. The bytes belong to the caller.
  public void feed(byte[] bytes, int from, int to) {
    json.feed(bytes, from, to);
  }

  /// Returns what is known so far.
  public RequestFacts facts() {
    return members.facts();
  }
}
