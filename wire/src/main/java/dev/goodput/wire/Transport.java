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

/// How sockets are driven.
public enum Transport {
  /// Linux epoll by native code: the default where it loads.
  EPOLL,
  /// Linux io_uring by native code: by option only.
  IO_URING,
  /// The JDK's selectors: everywhere.
  NIO;

  /// Names the transport that loops use: `epoll`, `io_uring` or `nio`; epoll, else NIO, where
  /// unset.
  public static final String PROPERTY = "goodput.transport";

  /// The one that [#PROPERTY] names, else the best that works here.
  ///
  /// @throws BadSettingException where the property names none, or one that does not work here
  public static Transport preferred() {
    String asked = System.getProperty(PROPERTY, "");
    if (asked.isEmpty()) {
      return Epoll.isAvailable() ? EPOLL : NIO;
    }
    return named(asked).checked();
  }

  /// The one of a name.
  ///
  /// @throws BadSettingException where there is none
  static Transport named(String word) {
    for (Transport each : values()) {
      if (each.word().equals(word)) {
        return each;
      }
    }
    throw new BadSettingException(
        PROPERTY + ": no transport \"" + word + "\"; there are epoll, io_uring and nio");
  }

  /// The lower-case word for it.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  private Transport checked() {
    if (!available()) {
      throw new BadSettingException(
          PROPERTY + ": " + word() + " does not work on this machine; leave it out or use nio");
    }
    return this;
  }

  /// Whether it works on this machine.
  public boolean available() {
    return switch (this) {
      case EPOLL -> Epoll.isAvailable();
      case IO_URING -> IoUring.isAvailable();
      case NIO -> true;
    };
  }

  IoHandlerFactory handlers() {
    return switch (this) {
      case EPOLL -> DirectReads.newFactory();
      case IO_URING -> IoUringIoHandler.newFactory();
      case NIO -> NioIoHandler.newFactory();
    };
  }

  /// A new client socket, not yet registered.
  public SocketChannel newSocket() {
    return switch (this) {
      case EPOLL -> new EpollSocketChannel();
      case IO_URING -> new IoUringSocketChannel();
      case NIO -> new NioSocketChannel();
    };
  }

  /// A new client socket, not yet registered, whose reads go to the taker where the transport can
  /// do so; else they go through its pipeline.
  public SocketChannel newSocket(ReadTaker taker) {
    SocketChannel socket = newSocket();
    if (this == EPOLL && taker.room().hasMemoryAddress()) {
      socket.attr(DirectReads.TAKER).set(taker);
    }
    return socket;
  }

  /// A new listening socket, not yet bound.
  public ServerSocketChannel newServerSocket() {
    return switch (this) {
      case EPOLL -> new EpollServerSocketChannel();
      case IO_URING -> new IoUringServerSocketChannel();
      case NIO -> new NioServerSocketChannel();
    };
  }
}
