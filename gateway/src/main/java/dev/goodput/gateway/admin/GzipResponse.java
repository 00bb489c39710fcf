package dev.goodput.gateway.admin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// Gzip compression of pages, for clients that accept it.
final class GzipResponse {
  /// The minimum size; compressing a smaller page gains nothing.
  static final int MIN_BYTES = 1024;

  private GzipResponse() {}

  /// @param acceptEncoding the `Accept-Encoding` header; null if there is none
  static boolean accepted(@Nullable String acceptEncoding) {
    if (acceptEncoding == null) {
      return false;
    }
    boolean any = false;
    for (String part : acceptEncoding.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] named = part.split(";", 2);
      String coding = named[0].strip();
      boolean wanted = named.length < 2 || !never(named[1].strip());
      if (coding.equals("gzip") || coding.equals("x-gzip")) {
        return wanted;
      }
      any |= coding.equals("*") && wanted;
    }
    return any;
  }

  /// A weight of 0 rejects the coding.
  private static boolean never(String weight) {
    return weight.matches("q\\s*=\\s*0(\\.0{0,3})?");
  }

  static byte[] zipped(byte[] body) {
    ByteArrayOutputStream smaller = new ByteArrayOutputStream(body.length / 4);
    try (GZIPOutputStream out = new GZIPOutputStream(smaller)) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return smaller.toByteArray();
  }
}
