package dev.goodput.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.goodput.testing.Bytes;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The lines after the last chunk of a request.
@Tag("fault")
final class TrailersTest {
  private static final String HEAD =
      "POST / HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\n";

  private static BodyFraming fed(String body) {
    BodyFraming framing = BodyFraming.strict();
    framing.begin(RequestHead.parse(Bytes.of(HEAD)));
    byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
    framing.feed(bytes, 0, bytes.length, (_, _, _) -> {});
    return framing;
  }

  @Test
  void useOnlyAsMuchMemoryAsTheirLength() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    String many = "0\r\n" + "a:\r\n".repeat(21_000) + "\r\n";
    long before = threads.getCurrentThreadAllocatedBytes();

    BodyFraming framing = fed(many);

    assertThat(framing.done()).isTrue();
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8L << 20);
    assertThat(framing.trailers()).hasSize(3 * 21_000);
  }

  @Test
  void areRefusedIfTooLong() {
    assertThat(fed("0\r\na: " + "x".repeat(65_533)).problem()).isNull();
    for (String rest : new String[] {"xx", "\r\n"}) {
      assertThat(fed("0\r\na: " + "x".repeat(65_533) + rest).problem())
          .isEqualTo("trailers over 65536 bytes");
    }
  }

  /// Some servers take the byte 0x85 for a blank, and then see a line that frames the body.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\u0085",
        "content-length:",
        "Transfer-Encoding:\u0085chunked",
        "X-Sum: 1\r\nTRANSFER-ENCODING: chunked"
      })
  void areRefusedIfTheyContainFramingFields(String lines) {
    assertThat(fed("0\r\n" + lines + "\r\n\r\n").problem())
        .isEqualTo("a trailer speaks of where the body ends");
  }

  @Test
  void areAcceptedWithOtherNames() {
    BodyFraming framing = fed("0\r\nContent-Length-X: 5\r\nX-Content-Length: 5\r\n\r\n");
    assertThat(framing.problem()).isNull();
    assertThat(framing.trailers()).asString().contains("Content-Length-X: 5\nX-Content");
  }
}
