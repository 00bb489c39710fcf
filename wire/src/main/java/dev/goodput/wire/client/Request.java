package dev.goodput.wire.client;

import io.netty.handler.codec.http2.Http2Headers;

/// What a call sends.
final class Request {
  private final RequestHead head;
  private final byte[] body;

  /// @param head all but the body
  /// @param body empty where there is none; not copied
  Request(RequestHead head, byte[] body) {
    this.head = head;
    this.body = body;
  }

  /// The whole of it in HTTP/1.1.
  byte[] one() {
    return head.one(body);
  }

  /// Its head in HTTP/2.
  Http2Headers two() {
    return head.two(body);
  }

  /// Its body alone.
  byte[] body() {
    return body;
  }
}
