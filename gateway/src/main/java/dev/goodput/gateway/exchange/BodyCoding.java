package dev.goodput.gateway.exchange;

import java.io.ByteArrayInputStream;
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
import org.jspecify.annotations.Nullable;

/// Decodes request bodies by their `Content-Encoding` (RFC 9110 §8.4), for reading only: the
/// upstream gets the bytes as they came.
final class BodyCoding {
  /// More codings than these on one body are not decoded.
  private static final int MOST_CODINGS = 3;

  private static final int PIECE = 16 << 10;

  private BodyCoding() {}

  /// Pieces of a body, in order.
  interface Source {
    void each(RequestBody.Taker taker);
  }

  /// Whether a header names a coding, so that the body has to be decoded.
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

  /// Decodes a body and hands the result over piece by piece.
  ///
  /// @param header the `Content-Encoding` header
  /// @param most bytes to decode at most: a small body may decode to a huge one
  /// @return whether all of the body was decoded; false for an unknown coding, a broken or cut body
  ///   and one over the limit, of which the beginning may have been handed over
  static boolean decode(String header, Source body, long most, RequestBody.Taker taker) {
    List<InputStream> pieces = new ArrayList<>();
    body.each((bytes, from, to) -> pieces.add(new ByteArrayInputStream(bytes, from, to - from)));
    List<String> codings = codings(header);
    if (codings.size() > MOST_CODINGS) {
      return false;
    }
    InputStream coded = new SequenceInputStream(Collections.enumeration(pieces));
    try (InputStream plain = plain(codings, coded)) {
      return plain != null && copied(plain, most, taker);
    } catch (IOException e) {
      // What a client sends may be broken; the caller reports the body as not decoded.
      return false;
    }
  }

  /// The coding that was applied last is undone first.
  private static @Nullable InputStream plain(List<String> codings, InputStream coded)
      throws IOException {
    InputStream plain = coded;
    for (String coding : codings.reversed()) {
      InputStream next = decoder(coding, plain);
      if (next == null) {
        return null;
      }
      plain = next;
    }
    return plain;
  }

  private static @Nullable InputStream decoder(String coding, InputStream from) throws IOException {
    return switch (coding) {
      case "gzip", "x-gzip" -> new GZIPInputStream(from, PIECE);
      case "deflate" -> inflater(from);
      default -> null;
    };
  }

  /// `deflate` has a zlib header by the standard; some clients leave it out.
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

  private static boolean copied(InputStream plain, long most, RequestBody.Taker taker)
      throws IOException {
    byte[] piece = new byte[PIECE];
    long left = most;
    for (int read = plain.read(piece); read >= 0; read = plain.read(piece)) {
      if (read > left) {
        return false;
      }
      left -= read;
      taker.take(piece, 0, read);
    }
    return true;
  }
}
