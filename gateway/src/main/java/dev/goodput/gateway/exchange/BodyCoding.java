package dev.goodput.gateway.exchange;

import io.airlift.compress.v3.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.brotli.dec.BrotliInputStream;
import org.jspecify.annotations.Nullable;

/// A decoder of request bodies by their `Content-Encoding` (RFC 9110 §8.4), for reading only: the
/// upstream gets the original bytes.
final class BodyCoding {
  /// The most codings of one body that are decoded.
  private static final int MAX_CODINGS = 3;

  private static final int PIECE = 16 << 10;

  private BodyCoding() {}

  /// The pieces of a body, in order.
  interface Source {
    void each(RequestBody.BytesConsumer taker);
  }

  /// Returns whether a header names a coding, so that the body must be decoded.
  static boolean coded(String header) {
    return !header.isEmpty() && !codings(header).isEmpty();
  }

  private static List<String> codings(String header) {
    List<String> codings = new ArrayList<>();
    for (String each : header.toLowerCase(Locale.ROOT).split(",", -1)) {
      String name = each.strip();
      if (!name.isEmpty() && !name.equals("identity")) {
        codings.add(name);
      }
    }
    return codings;
  }

  /// Decodes a body and passes the result on piece by piece.
  ///
  /// @param header the `Content-Encoding` header
  /// @param most most bytes to decode, for each coding: a small body may decode to a huge one
  /// @return whether all of the body was decoded; false for an unknown coding, a broken or
  ///   truncated body and one over the limit; the consumer may have received a part
  static boolean decode(String header, Source body, long most, RequestBody.BytesConsumer taker) {
    List<InputStream> pieces = new ArrayList<>();
    body.each((bytes, from, to) -> pieces.add(new ByteArrayInputStream(bytes, from, to - from)));
    InputStream coded = new SequenceInputStream(Collections.enumeration(pieces));
    try (InputStream plain = open(header, coded, most)) {
      return plain != null && copied(plain, taker);
    } catch (IOException e) {
      // A client may send a broken body; the caller reports it as not decoded.
      return false;
    }
  }

  /// Opens a body for decoded reading; reading fails if the body is broken or over the limit.
  ///
  /// @param header the `Content-Encoding` header
  /// @param most most bytes to decode, for each coding
  /// @return null for an unknown coding or too many codings
  static @Nullable InputStream open(String header, InputStream coded, long most)
      throws IOException {
    List<String> codings = codings(header);
    return codings.size() > MAX_CODINGS ? null : plain(codings, coded, most);
  }

  /// Undoes the codings in reverse order.
  private static @Nullable InputStream plain(List<String> codings, InputStream coded, long most)
      throws IOException {
    InputStream plain = coded;
    for (String coding : codings.reversed()) {
      InputStream next = decoder(coding, plain);
      if (next == null) {
        return null;
      }
      plain = new Limited(next, most);
    }
    return plain;
  }

  private static @Nullable InputStream decoder(String coding, InputStream from) throws IOException {
    return switch (coding) {
      case "gzip", "x-gzip" -> new GZIPInputStream(from, PIECE);
      case "deflate" -> inflater(from);
      // Accepts windows of up to 8 MiB, as RFC 8878 §3.1.1.1.2 requires of every decoder.
      case "zstd" -> new ZstdInputStream(from);
      // Windows have at most 16 MiB (RFC 7932 §9.1).
      case "br" -> new BrotliInputStream(from, PIECE);
      default -> null;
    };
  }

  /// `deflate` has a zlib header by the standard; some clients omit it.
  private static InputStream inflater(InputStream from) throws IOException {
    PushbackInputStream begin = new PushbackInputStream(from, 2);
    byte[] two = begin.readNBytes(2);
    begin.unread(two);
    boolean zlib =
        two.length == 2
            && (two[0] & 0x0f) == 8
            && ((two[0] & 0xff) << 8 | (two[1] & 0xff)) % 31 == 0;
    return new InflaterInputStream(begin, new Inflater(!zlib), PIECE);
  }

  private static boolean copied(InputStream plain, RequestBody.BytesConsumer taker)
      throws IOException {
    byte[] piece = new byte[PIECE];
    for (int read = plain.read(piece); read >= 0; read = plain.read(piece)) {
      taker.take(piece, 0, read);
    }
    return true;
  }

  /// A decoder that fails beyond a number of bytes, so that the output of each coding is bounded
  /// even if the next one shrinks it.
  private static final class Limited extends FilterInputStream {
    private long left;

    Limited(InputStream decoder, long most) {
      super(decoder);
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int read = decoded(into, from, length);
      left -= Math.max(0, read);
      if (left < 0) {
        throw new IOException("the body decodes to too much");
      }
      return read;
    }

    /// Decoders fail in several ways on a broken body, and Java's gzip decoder calls itself once
    /// for each empty member.
    private int decoded(byte[] into, int from, int length) throws IOException {
      try {
        return super.read(into, from, length);
      } catch (RuntimeException | StackOverflowError e) {
        throw new IOException("the body is broken", e);
      }
    }
  }
}
