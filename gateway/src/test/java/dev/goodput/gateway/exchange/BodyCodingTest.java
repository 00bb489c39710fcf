package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class BodyCodingTest {
  private static final byte[] PLAIN =
      "{\"model\":\"qwen3\"}".repeat(5_000).getBytes(StandardCharsets.UTF_8);

  private final ByteArrayOutputStream decoded = new ByteArrayOutputStream();

  private interface Packer {
    OutputStream over(OutputStream out) throws IOException;
  }

  private static byte[] packed(byte[] plain, Packer packer) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = packer.over(packed)) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  private static byte[] raw(byte[] plain) throws IOException {
    return packed(plain, out -> new DeflaterOutputStream(out, new Deflater(9, true)));
  }

  /// In two pieces, as bodies are kept.
  private boolean decodes(String coding, byte[] body, long most) {
    decoded.reset();
    int half = body.length / 2;
    return BodyCoding.decode(
        coding,
        taker -> {
          taker.take(body, 0, half);
          taker.take(body, half, body.length);
        },
        most,
        (bytes, from, to) -> decoded.write(bytes, from, to - from));
  }

  private void assertDecodes(String coding, byte[] body) {
    assertThat(decodes(coding, body, PLAIN.length)).as(coding).isTrue();
    assertThat(decoded.toByteArray()).as(coding).isEqualTo(PLAIN);
  }

  @Test
  void decodesWhatClientsSend() throws IOException {
    byte[] gzip = packed(PLAIN, GZIPOutputStream::new);
    assertDecodes("gzip", gzip);
    assertDecodes("X-GZIP, identity", gzip);
    assertDecodes("deflate", packed(PLAIN, DeflaterOutputStream::new));
    assertDecodes("deflate", raw(PLAIN));
    assertDecodes("deflate, gzip", packed(raw(PLAIN), GZIPOutputStream::new));
  }

  @Test
  void aBodyThatDecodesToTooMuchIsGivenUp() throws IOException {
    byte[] bomb = packed(new byte[64 << 20], GZIPOutputStream::new);
    assertThat(decodes("gzip", bomb, 1 << 20)).isFalse();
    assertThat(decoded.size()).isBetween(1, 1 << 20);
    byte[] twice = packed(bomb, GZIPOutputStream::new);
    assertThat(decodes("gzip, gzip", twice, 1 << 20)).isFalse();
    assertThat(decodes("gzip, gzip, gzip, gzip", twice, 1 << 20)).isFalse();
  }

  @Test
  void whatIsBrokenCutOrUnknownIsToldFromWhatIsWhole() throws IOException {
    byte[] gzip = packed(PLAIN, GZIPOutputStream::new);
    assertThat(decodes("gzip", Arrays.copyOf(gzip, gzip.length - 9), 1 << 20)).isFalse();
    assertThat(decodes("gzip", PLAIN, 1 << 20)).isFalse();
    assertThat(decodes("gzip", new byte[0], 1 << 20)).isFalse();
    assertThat(decodes("deflate", new byte[0], 1 << 20)).isFalse();
    assertThat(decodes("lzma", gzip, 1 << 20)).isFalse();
    assertThat(BodyCoding.coded("identity, ")).isFalse();
    assertThat(BodyCoding.coded("")).isFalse();
  }
}
