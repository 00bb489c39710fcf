package dev.goodput.wire.http2;

import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;

/// A builder that configures Netty's codec.
final class LinkBuilder extends AbstractHttp2ConnectionHandlerBuilder<Http2Link, LinkBuilder> {
  /// The limit on queued acknowledgements and resets for a client that does not read
  /// (CVE-2019-9512, CVE-2019-9515). A well-behaved client has a few in flight, not thousands.
  private static final int MAX_UNSENT = 10_000;

  /// The limit on consecutive empty DATA frames (CVE-2019-9518).
  private static final int MAX_EMPTY = 100;

  private final LinkOptions options;
  private final LinkListener linkListener;

  LinkBuilder(LinkOptions options, LinkListener linkListener) {
    this.options = options;
    this.linkListener = linkListener;
  }

  Http2Link make() {
    DefaultHttp2Connection connection = new DefaultHttp2Connection(options.server());
    // All streams have the same priority. The default distributor keeps a priority tree, which
    // clients no longer send.
    connection
        .remote()
        .flowController(
            new DefaultHttp2RemoteFlowController(
                connection, new UniformStreamByteDistributor(connection)));
    int resets = options.maxResets();
    boolean bounded = options.server();
    if (bounded) {
      connection.local().flowController(new ClosedStreamGuard(connection));
    }
    return connection(connection)
        .initialSettings(settings())
        .encoderIgnoreMaxHeaderListSize(true)
        .encoderEnforceMaxQueuedControlFrames(bounded ? MAX_UNSENT : 0)
        .decoderEnforceMaxConsecutiveEmptyDataFrames(bounded ? MAX_EMPTY : 0)
        .decoderEnforceMaxRstFramesPerWindow(resets, resets == 0 ? 0 : LinkOptions.RESETS_SECONDS)
        .encoderEnforceMaxRstFramesPerWindow(resets, resets == 0 ? 0 : LinkOptions.RESETS_SECONDS)
        .build();
  }

  private Http2Settings settings() {
    Http2Settings settings =
        new Http2Settings()
            .initialWindowSize(options.streamWindow())
            .maxHeaderListSize(options.maxHeaderBytes());
    return options.server()
        ? settings.maxConcurrentStreams(options.maxStreams())
        : settings.pushEnabled(false);
  }

  @Override
  protected Http2Link build(
      Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
    return new Http2Link(decoder, encoder, settings, options, linkListener);
  }
}
