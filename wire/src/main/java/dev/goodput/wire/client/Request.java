package dev.goodput.wire.client;

import io.netty.handler.codec.http2.Http2Headers;

/// A request that a call sends.
final class Request {
  private final RequestTemplate head;
  private final byte[] body;

  /// @param head everything but the body
  /// @param body body, empty for none; not copied
  Request(RequestTemplate head, byte[] body) {
    this.head = head;
    this.body = body;
  }

  /// Returns the whole request in HTTP/1.1.
  byte[] one() {
    return head.one(body);
  }

  /// Returns the head in HTTP/2.
  Http2Headers two() {
    return head.two(body);
  }

  byte[] body() {
    return body;
  }
}
