package dev.goodput.wire.http;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// An incremental decoder of gzip and deflate bodies. Whatever a flush of the encoder made readable
/// is forwarded at once. Memory use is a small buffer, however large the decoded body is.
public final class BodyDecoder {
  private static final int HEAD_LIMIT = 64 * 1024;
  private static final int PIECE = 8 * 1024;
  private static final int GZIP_FIXED = 10;
  private static final int CHECK = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int MORE = -1;

  private final boolean gzip;
  private final Sink sink;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream(GZIP_FIXED);
  private final byte[] piece = new byte[PIECE];
  private @Nullable Inflater inflater;
  private @Nullable String problem;
  private boolean complete;

  /// A receiver of the decoded body.
  @FunctionalInterface
  public interface Sink {
    /// Receives decoded bytes. The array belongs to the caller and changes after the call.
    ///
    /// @return whether more is wanted
    boolean plain(byte[] bytes, int from, int to);
  }

  private BodyDecoder(boolean gzip, Sink sink) {
    this.gzip = gzip;
    this.sink = sink;
  }

  /// Returns a decoder for a `Content-Encoding` in lower case; null if it is not supported.
  public static @Nullable BodyDecoder of(String coding, Sink sink) {
    return switch (coding) {
      case "gzip", "x-gzip" -> new BodyDecoder(true, sink);
      case "deflate" -> new BodyDecoder(false, sink);
      default -> null;
    };
  }

  /// Decodes a part of the encoded body.
  public void feed(byte[] bytes, int from, int to) {
    if (complete || problem != null) {
      return;
    }
    Inflater running = inflater;
    if (running != null) {
      inflate(running, bytes, from, to);
      return;
    }
    head.write(bytes, from, to - from);
    byte[] begin = head.toByteArray();
    int body = gzip ? gzipHead(begin) : begin.length < CHECK ? MORE : 0;
    if (body >= 0 && problem == null) {
      head.reset();
      Inflater made = new Inflater(gzip || !zlib(begin));
      inflater = made;
      inflate(made, begin, body, begin.length);
    }
  }

  private void inflate(Inflater running, byte[] bytes, int from, int to) {
    running.setInput(bytes, from, to - from);
    try {
      int length = running.inflate(piece);
      boolean wanted = true;
      while (length > 0 && wanted) {
        wanted = sink.plain(piece, 0, length);
        length = wanted ? running.inflate(piece) : 0;
      }
      complete = !wanted || running.finished();
    } catch (DataFormatException e) {
      problem = "its coding is broken";
    }
    if (complete || problem != null) {
      close();
    }
  }

  /// Whether a deflate body has the zlib wrapper that the standard requires; many have none.
  private static boolean zlib(byte[] begin) {
    int both = ((begin[0] & 0xff) << 8) | (begin[1] & 0xff);
    return (begin[0] & 0x0f) == 8 && both % 31 == 0;
  }

  /// Returns where the body starts after a gzip head (RFC 1952), or [#MORE] if the head is not
  /// complete.
  private int gzipHead(byte[] begin) {
    if (begin.length > 1 && ((begin[0] & 0xff) != 0x1f || (begin[1] & 0xff) != 0x8b)) {
      problem = "it is no gzip";
      return MORE;
    }
    if (begin.length > HEAD_LIMIT) {
      problem = "its gzip head has no end";
      return MORE;
    }
    if (begin.length < GZIP_FIXED) {
      return MORE;
    }
    int flags = begin[3];
    int at = (flags & EXTRA) == 0 ? GZIP_FIXED : behindExtra(begin);
    at = (flags & NAME) == 0 ? at : behindZero(begin, at);
    at = (flags & COMMENT) == 0 ? at : behindZero(begin, at);
    at = (flags & CHECK) == 0 || at == MORE ? at : at + CHECK;
    return at <= begin.length ? at : MORE;
  }

  private static int behindExtra(byte[] begin) {
    int at = GZIP_FIXED + CHECK;
    return begin.length < at
        ? MORE
        : at + (begin[GZIP_FIXED] & 0xff) + ((begin[GZIP_FIXED + 1] & 0xff) << 8);
  }

  private static int behindZero(byte[] begin, int from) {
    for (int at = from; at >= 0 && at < begin.length; at++) {
      if (begin[at] == 0) {
        return at + 1;
      }
    }
    return MORE;
  }

  /// Describes what is wrong with the encoded body; null if nothing is so far.
  public @Nullable String problem() {
    return problem;
  }

  /// Whether the encoded body is complete.
  public boolean complete() {
    return complete;
  }

  /// Frees the memory; nothing more is decoded.
  public void close() {
    Inflater running = inflater;
    if (running != null) {
      inflater = null;
      complete = true;
      running.end();
    }
  }
}
