package dev.goodput.wire.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.DefaultHttp2LocalFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/// Keeps the windows of what a client sends, and shows it out where it goes on sending next to
/// nothing on streams that are over: the codec's own bound holds for open ones alone
/// (CVE-2019-9518).
final class StrayFrames extends DefaultHttp2LocalFlowController {
  /// A frame of fewer bytes is no part of an upload that was on its way when its stream ended.
  private static final int SMALL = 256;

  private static final int MOST = 1_000;

  /// What may be on its way on each stream when it ends.
  private static final int OF_A_STREAM = 16;

  private long opened;
  private long strays;

  /// The codec's next complaint is of a frame that was seen here.
  private boolean seen;

  StrayFrames(Http2Connection connection) {
    super(connection);
    connection.addListener(
        new Http2ConnectionAdapter() {
          @Override
          public void onStreamAdded(Http2Stream stream) {
            opened++;
          }
        });
  }

  /// @param stream null where it is closed
  @Override
  public void receiveFlowControlledFrame(
      @Nullable Http2Stream stream, ByteBuf data, int padding, boolean last) throws Http2Exception {
    boolean over = stream == null || stream.isResetSent();
    if (over && data.readableBytes() < SMALL) {
      count();
    }
    seen = stream == null;
    super.receiveFlowControlledFrame(stream, data, padding, last);
  }

  /// The codec complains of a frame on a stream that is over: a head, where it was not seen here.
  ///
  /// @throws Http2Exception of the connection, where there were too many for the streams that were
  ///   opened
  void complained() throws Http2Exception {
    if (!seen) {
      count();
    }
    seen = false;
  }

  private void count() throws Http2Exception {
    if (++strays > MOST + OF_A_STREAM * opened) {
      throw Http2Exception.connectionError(
          Http2Error.ENHANCE_YOUR_CALM, "%d small frames on streams that are over", strays);
    }
  }
}
