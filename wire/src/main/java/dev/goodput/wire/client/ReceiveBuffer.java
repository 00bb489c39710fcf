package dev.goodput.wire.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/// One fixed buffer for all reads of all connections of a client. Each read is consumed before the
/// next one starts, so nothing is allocated, and ten thousand connections need one buffer.
///
/// Only for connections whose handler copies what it needs and keeps no buffer.
final class ReceiveBuffer implements RecvByteBufAllocator {
  private final ByteBuf buffer;

  ReceiveBuffer(int capacity) {
    buffer = Unpooled.directBuffer(capacity, capacity);
  }

  ByteBuf bytes() {
    return buffer;
  }

  /// Frees the memory. No connection may read afterwards.
  void release() {
    buffer.release();
  }

  @Override
  @SuppressWarnings("deprecation") // The type in the signature is Netty's own, and deprecated.
  public Handle newHandle() {
    return new FixedHandle(buffer);
  }

  private static final class FixedHandle implements ExtendedHandle {
    private final ByteBuf buffer;
    private int attempted;
    private int last;
    private int reads;

    FixedHandle(ByteBuf buffer) {
      this.buffer = buffer;
    }

    @Override
    public ByteBuf allocate(ByteBufAllocator allocator) {
      return buffer.retain().clear();
    }

    @Override
    public int guess() {
      return buffer.capacity();
    }

    @Override
    public void reset(ChannelConfig config) {
      reads = 0;
      last = 0;
    }

    @Override
    public void incMessagesRead(int count) {
      reads += count;
    }

    @Override
    public void lastBytesRead(int bytes) {
      last = bytes;
    }

    @Override
    public int lastBytesRead() {
      return last;
    }

    @Override
    public void attemptedBytesRead(int bytes) {
      attempted = bytes;
    }

    @Override
    public int attemptedBytesRead() {
      return attempted;
    }

    @Override
    public boolean continueReading() {
      return last > 0 && last == attempted && reads < 16;
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
      return last > 0 && maybeMoreData.get() && reads < 16;
    }

    @Override
    public void readComplete() {
      last = 0;
    }
  }
}
