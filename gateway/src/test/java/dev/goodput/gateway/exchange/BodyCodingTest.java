package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
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

  /// Decodes the body in two pieces, as bodies are stored.
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

  /// Reads a file that another program made: `zstd` 1.5.4 and Google's `brotli` 1.2.1.
  private static byte[] made(String name) throws IOException {
    try (InputStream file = BodyCodingTest.class.getResourceAsStream("coded/" + name)) {
      return Objects.requireNonNull(file).readAllBytes();
    }
  }

  @Test
  void decodesZstdAndBrotliOfTheirOwnPrograms() throws IOException {
    assertDecodes("zstd", made("plain.zst"));
    assertDecodes("ZSTD", made("streamed.zst"));
    assertDecodes("br", made("plain.br"));
    assertDecodes("zstd, gzip", packed(made("plain.zst"), GZIPOutputStream::new));
    assertDecodes(
        "br, deflate, gzip",
        packed(packed(made("plain.br"), DeflaterOutputStream::new), GZIPOutputStream::new));
  }

  @Test
  void givesUpZstdAndBrotliThatAreCutBrokenOrTooMuch() throws IOException {
    for (String coding : List.of("zstd", "br")) {
      String end = coding.equals("br") ? ".br" : ".zst";
      byte[] whole = made("plain" + end);
      for (int length = 1; length < whole.length; length++) {
        assertThat(decodes(coding, Arrays.copyOf(whole, length), 1 << 20)).as(coding).isFalse();
      }
      assertThat(decodes(coding, PLAIN, 1 << 20)).as(coding).isFalse();
      assertThat(decodes(coding, made("zeros" + end), 1 << 20)).as(coding).isFalse();
      assertThat(decoded.size()).as(coding).isBetween(1, 1 << 20);
      assertThat(decodes(coding, made("zeros" + end), 16 << 20)).as(coding).isTrue();
    }
    // A window of 128 MiB, all of which a decoder would need.
    assertThat(decodes("zstd", made("window.zst"), 1 << 20)).isFalse();
  }

  @Test
  void neverFailsOtherwiseOnZstdAndBrotliThatAreBroken() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    for (String name : List.of("plain.zst", "streamed.zst", "plain.br")) {
      byte[] whole = made(name);
      for (int i = 0; i < 2_000; i++) {
        byte[] broken = whole.clone();
        broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
        boolean _ = decodes(name.endsWith(".br") ? "br" : "zstd", broken, 1 << 20);
        assertThat(decoded.size()).isLessThanOrEqualTo(1 << 20);
      }
    }
  }

  @Test
  void boundsWhatEachCodingDecodesTo() throws IOException {
    // Members without content: nothing at the end, and much in between.
    byte[] body = packed(emptyMembers(20 << 10), GZIPOutputStream::new);
    assertThat(decodes("gzip, gzip", body, 40 << 10)).isTrue();
    assertThat(decodes("gzip, gzip", body, 10 << 10)).isFalse();
  }

  @Test
  void givesUpEndlessMembersWithoutContent() throws IOException {
    assertThat(decodes("gzip", emptyMembers(4 << 20), 8 << 20)).isFalse();
  }

  private static byte[] emptyMembers(int bytes) throws IOException {
    byte[] one = packed(new byte[0], GZIPOutputStream::new);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    while (members.size() < bytes) {
      members.write(one);
    }
    return members.toByteArray();
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
