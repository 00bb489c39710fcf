package dev.goodput.wire.http2;

import dev.goodput.wire.HttpVersion;
import io.netty.channel.Channel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.util.List;

/// The negotiation of the HTTP version in a TLS handshake (RFC 7301).
public final class Alpn {
  private Alpn() {}

  /// Whether HTTP/2 can be used on an open connection: with TLS if it was agreed on, without TLS
  /// always.
  public static boolean agreed(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    return tls == null || ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol());
  }

  /// Makes a context offer its HTTP versions, preferred first. For HTTP/1.1 alone it offers
  /// nothing.
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
