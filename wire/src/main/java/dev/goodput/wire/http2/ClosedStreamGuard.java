package dev.goodput.wire.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.DefaultHttp2LocalFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/// A flow controller that also disconnects a client that keeps sending tiny frames on streams that
/// have ended. The codec's own limit covers only open streams (CVE-2019-9518).
final class ClosedStreamGuard extends DefaultHttp2LocalFlowController {
  /// A smaller frame is not part of an upload that was in flight when its stream ended.
  private static final int SMALL = 256;

  private static final int MAX = 1_000;

  /// The allowance for frames in flight on each stream when it ends.
  private static final int OF_A_STREAM = 16;

  private long opened;
  private long strays;

  /// Whether the codec's next error is about a frame that was counted here.
  private boolean seen;

  ClosedStreamGuard(Http2Connection connection) {
    super(connection);
    connection.addListener(
        new Http2ConnectionAdapter() {
          @Override
          public void onStreamAdded(Http2Stream stream) {
            opened++;
          }
        });
  }

  /// @param stream null if it is closed
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

  /// Handles a codec error about a frame on a stream that has ended. It is a head if the frame was
  /// not counted before.
  ///
  /// @throws Http2Exception connection error, if there were too many for the number of opened
  ///   streams
  void complained() throws Http2Exception {
    if (!seen) {
      count();
    }
    seen = false;
  }

  private void count() throws Http2Exception {
    if (++strays > MAX + OF_A_STREAM * opened) {
      throw Http2Exception.connectionError(
          Http2Error.ENHANCE_YOUR_CALM, "%d small frames on streams that are over", strays);
    }
  }
}
