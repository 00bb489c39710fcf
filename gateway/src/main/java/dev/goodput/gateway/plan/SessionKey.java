package dev.goodput.gateway.plan;

/// Where a request names its session.
///
/// @param from which part of the request
/// @param name the header's, or the field's, dotted where it lies in an object
public record SessionKey(From from, String name) {
  /// A part of a request.
  public enum From {
    /// A header.
    HEADER,
    /// A field of the body, which is JSON.
    BODY
  }

  /// @throws PlanException where the name is none
  public SessionKey {
    switch (from) {
      case HEADER -> Checks.header("header", name);
      case BODY -> {
        if (!name.matches("[\\w-]+(\\.[\\w-]+){0,3}")) {
          throw new PlanException(
              "body", "must be a field like user or metadata.session, found \"" + name + "\"");
        }
      }
    }
  }
}
