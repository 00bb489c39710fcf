package dev.goodput.gateway.plan;

/// The place where a request names its session.
///
/// @param from the part of the request
/// @param name the name of the header or field; dotted for a field inside an object
public record SessionKey(From from, String name) {
  /// A part of a request.
  public enum From {
    /// A header.
    HEADER,
    /// A field of the JSON body.
    BODY
  }

  /// @throws PlanException an invalid name
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
