package dev.goodput.wire.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class Http2LinkTest {
  private static final LinkListener NOBODY =
      new LinkListener() {
        @Override
        public void ready() {}

        @Override
        public StreamListener opened(int stream) {
          throw new IllegalStateException("nobody opens a stream here");
        }

        @Override
        public void ended(@Nullable Throwable cause) {}
      };

  /// Stream IDs are never reused (RFC 9113 §5.1.1).
  @Test
  void isFullOnceItsStreamIdsAreUsedUp() throws Exception {
    Http2Link link = Http2Link.of(LinkOptions.client(), NOBODY);
    EmbeddedChannel channel = new EmbeddedChannel(link);
    try {
      assertThat(link.hasRoom()).isTrue();
      link.connection().local().createStream(Integer.MAX_VALUE, false).close();
      assertThat(link.hasRoom()).isFalse();
    } finally {
      channel.finishAndReleaseAll();
    }
  }
}
