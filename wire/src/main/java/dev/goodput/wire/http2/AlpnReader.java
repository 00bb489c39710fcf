package dev.goodput.wire.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.util.concurrent.Future;
import java.util.function.Consumer;

/// A handler that selects the HTTP version of a TLS connection by the outcome of the handshake, and
/// then removes itself.
public final class AlpnReader extends ApplicationProtocolNegotiationHandler {
  private final Consumer<ChannelPipeline> one;
  private final Consumer<ChannelPipeline> two;

  /// @param one sets up a connection whose client speaks HTTP/1.x
  /// @param two sets up a connection whose client speaks HTTP/2
  public AlpnReader(Consumer<ChannelPipeline> one, Consumer<ChannelPipeline> two) {
    super(ApplicationProtocolNames.HTTP_1_1);
    this.one = one;
    this.two = two;
  }

  @Override
  protected void configurePipeline(ChannelHandlerContext context, String protocol) {
    (protocol.equals(ApplicationProtocolNames.HTTP_2) ? two : one).accept(context.pipeline());
  }

  @Override
  protected void handshakeFailure(ChannelHandlerContext context, Throwable cause) {
    Future<?> _ = context.close();
  }

  @Override
  @SuppressWarnings("deprecation") // Netty's handlers inherit it so.
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Future<?> _ = context.close();
  }
}
