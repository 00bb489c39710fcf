package dev.goodput.lab;

import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.wire.dialect.Dialect;
import java.util.List;
import java.util.OptionalInt;

/// HTTP targets for tests, of which a pre-flight has found out what there is to know.
final class Targets {
  private Targets() {}

  /// A server of chats.
  static HttpTarget at(String url) {
    return at(url, "chat");
  }

  static HttpTarget at(String url, String dialect) {
    return HttpTarget.open(Endpoint.of(url, Dialect.named(dialect)), facts());
  }

  private static TargetFacts facts() {
    return new TargetFacts(
        "m",
        List.of("m"),
        OptionalInt.of(4096),
        true,
        true,
        "test",
        2,
        OptionalInt.of(34),
        9,
        List.of(),
        List.of(),
        HttpVersion.ONE);
  }
}
