package dev.goodput.wire.http2;

import dev.goodput.wire.HttpVersion;
import io.netty.channel.Channel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.util.List;

/// What is offered, or taken, in a TLS handshake (RFC 7301).
public final class Alpn {
  private Alpn() {}

  /// Whether HTTP/2 may be spoken on a connection that is made: where there is TLS it was agreed
  /// on, else nobody is asked.
  public static boolean agreed(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    return tls == null || ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol());
  }

  /// Has a context name its versions of HTTP, the preferred first; of HTTP/1.1 alone nothing is
  /// said.
  public static void offer(HttpVersion http, SslContextBuilder builder) {
    List<String> names =
        switch (http) {
          case ONE -> List.of();
          case TWO -> List.of(ApplicationProtocolNames.HTTP_2);
          case AUTO -> List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1);
        };
    if (!names.isEmpty()) {
      builder.applicationProtocolConfig(
          new ApplicationProtocolConfig(
              ApplicationProtocolConfig.Protocol.ALPN,
              ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
              ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
              names));
    }
  }
}
