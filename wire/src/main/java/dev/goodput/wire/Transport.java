package dev.goodput.wire;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.Locale;

/// The mechanism that drives sockets.
public enum Transport {
  /// Linux epoll in native code: the default if it loads.
  EPOLL,
  /// Linux io_uring in native code: only by option.
  IO_URING,
  /// The JDK's selectors, available everywhere.
  NIO;

  /// The system property that names the loops' transport: `epoll`, `io_uring` or `nio`. The default
  /// is epoll if available, otherwise NIO.
  public static final String PROPERTY = "goodput.transport";

  /// Returns the transport that [#PROPERTY] names, otherwise the best one available.
  ///
  /// @throws BadSettingException if the property names an unknown or unavailable transport
  public static Transport preferred() {
    String requested = System.getProperty(PROPERTY, "");
    if (requested.isEmpty()) {
      return Epoll.isAvailable() ? EPOLL : NIO;
    }
    return named(requested).checked();
  }

  /// Returns the transport with this name.
  ///
  /// @throws BadSettingException if there is none
  static Transport named(String word) {
    for (Transport each : values()) {
      if (each.key().equals(word)) {
        return each;
      }
    }
    throw new BadSettingException(
        PROPERTY + ": no transport \"" + word + "\"; there are epoll, io_uring and nio");
  }

  /// Returns the lower-case name.
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  private Transport checked() {
    if (!available()) {
      throw new BadSettingException(
          PROPERTY + ": " + key() + " does not work on this machine; leave it out or use nio");
    }
    return this;
  }

  /// Whether the transport works on this machine.
  public boolean available() {
    return switch (this) {
      case EPOLL -> Epoll.isAvailable();
      case IO_URING -> IoUring.isAvailable();
      case NIO -> true;
    };
  }

  IoHandlerFactory handlers() {
    return switch (this) {
      case EPOLL -> DirectReadHandler.newFactory();
      case IO_URING -> IoUringIoHandler.newFactory();
      case NIO -> NioIoHandler.newFactory();
    };
  }

  /// Returns a new client socket, not yet registered.
  public SocketChannel newSocket() {
    return switch (this) {
      case EPOLL -> new EpollSocketChannel();
      case IO_URING -> new IoUringSocketChannel();
      case NIO -> new NioSocketChannel();
    };
  }

  /// Returns a new client socket, not yet registered. Its reads go to the taker if the transport
  /// supports it, otherwise through its pipeline.
  public SocketChannel newSocket(ReadConsumer taker) {
    SocketChannel socket = newSocket();
    if (this == EPOLL && taker.room().hasMemoryAddress()) {
      socket.attr(DirectReadHandler.TAKER).set(taker);
    }
    return socket;
  }

  /// Returns a new listening socket, not yet bound.
  public ServerSocketChannel newServerSocket() {
    return switch (this) {
      case EPOLL -> new EpollServerSocketChannel();
      case IO_URING -> new IoUringServerSocketChannel();
      case NIO -> new NioServerSocketChannel();
    };
  }
}
