package dev.goodput.gateway.exchange;

import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.PromptSink;
import dev.goodput.wire.dialect.RequestReader;
import dev.goodput.wire.http.RequestHead;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A reader of the model that a request names: in its path, else in its body, else in its query.
final class ModelNames {
  private static final int LONGEST = 512;

  /// The most bytes of a body that are decoded to find its model.
  private static final long MAX_DECODED = 16L << 20;

  private static final int PIECE = 16 << 10;

  private static final List<Pattern> PATHS =
      List.of(
          // Azure OpenAI
          Pattern.compile(".*/openai/deployments/([^/]+)(?:/.*)?"),
          // Gemini, Vertex AI
          Pattern.compile(".*/models/([^:]+):[A-Za-z]+"),
          // Bedrock
          Pattern.compile(
              ".*/model/([^/]+)/(?:invoke|invoke-with-response-stream|converse|converse-stream"
                  + "|count-tokens)"),
          // OpenAI: one entry of the list of models
          Pattern.compile(".*/v1/models/(.+)"));

  private static final Pattern BOUNDARY =
      Pattern.compile("(?i).*;\\s*boundary=(?:\"([^\"]+)\"|([^;\\s]+)).*");

  private static final Pattern MODEL_FIELD =
      Pattern.compile(
          "(?is).*(?:^|\r\n)content-disposition:\\s*form-data\\s*;[^\r\n]*?\\bname=\"?model\"?"
              + "\\s*(?:;[^\r\n]*)?(?:\r\n.*)?");

  private ModelNames() {}

  /// Returns the model in a path, for the APIs that put it there; `""` if the path names none.
  ///
  /// @param path the path without its query
  static String ofPath(String path) {
    if (!path.contains("/model") && !path.contains("/deployments/")) {
      return "";
    }
    for (Pattern each : PATHS) {
      Matcher found = each.matcher(path);
      if (found.matches()) {
        return decoded(found.group(1));
      }
    }
    return "";
  }

  /// Returns the model in a query, `""` if it names none.
  static String ofQuery(String target) {
    int query = target.indexOf('?');
    return query < 0 ? "" : parameter(target.substring(query + 1));
  }

  /// Returns the model in a body: a member of a JSON object or a field of a form.
  ///
  /// @param body the body as received, all of it or its beginning
  /// @return `""` if no model is found
  static String ofBody(RequestHead head, byte[] body) {
    String coding = head.joined("content-encoding");
    boolean coded = BodyCoding.coded(coding);
    String type = head.header("content-type");
    String form = type == null ? "" : type.strip();
    if (form.toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
      return ofForm(form, coded ? plain(coding, body) : body);
    }
    String named = coded ? ofJson(coding, body) : ofJson(body);
    boolean pairs = form.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded");
    return named.isEmpty() && pairs ? parameter(text(coded ? plain(coding, body) : body)) : named;
  }

  private static byte[] plain(String coding, byte[] body) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    boolean _ =
        BodyCoding.decode(
            coding,
            taker -> taker.take(body, 0, body.length),
            MAX_DECODED,
            (bytes, from, to) -> plain.write(bytes, from, to - from));
    return plain.toByteArray();
  }

  /// Decodes no further than to the name and keeps nothing of the decoded text.
  private static String ofJson(String coding, byte[] body) {
    RequestReader reader = new RequestReader(Dialect.named("chat"), PromptSink.NONE);
    byte[] piece = new byte[PIECE];
    try (InputStream plain = BodyCoding.open(coding, new ByteArrayInputStream(body), MAX_DECODED)) {
      int read = plain == null ? -1 : plain.read(piece);
      while (plain != null && read >= 0 && reader.facts().model().isEmpty()) {
        reader.feed(piece, 0, read);
        read = plain.read(piece);
      }
    } catch (IOException e) {
      // A broken body, or one that decodes to too much, still names what came before.
      return reader.facts().model();
    }
    return reader.facts().model();
  }

  /// The member has the same meaning in all APIs.
  private static String ofJson(byte[] body) {
    RequestReader reader = new RequestReader(Dialect.named("chat"), PromptSink.NONE);
    reader.feed(body, 0, body.length);
    return reader.facts().model();
  }

  private static String ofForm(String type, byte[] body) {
    Matcher boundary = BOUNDARY.matcher(type);
    if (!boundary.matches()) {
      return "";
    }
    String quoted = boundary.group(1);
    String delimiter = "--" + (quoted == null ? boundary.group(2) : quoted);
    String form = text(body);
    int part = form.startsWith(delimiter) ? 0 : form.indexOf("\r\n" + delimiter);
    while (part >= 0) {
      int begin = form.indexOf("\r\n", part + 2);
      int end = begin < 0 ? -1 : form.indexOf("\r\n" + delimiter, begin);
      String value = end < 0 ? null : modelIn(form, begin, end);
      if (value != null) {
        return value;
      }
      part = end;
    }
    return "";
  }

  /// Returns the part's value if it is the model field, null if it is another field.
  private static @Nullable String modelIn(String form, int begin, int end) {
    int blank = form.indexOf("\r\n\r\n", begin);
    if (blank < 0 || blank > end || blank - begin > 4 * LONGEST || end - blank - 4 > LONGEST) {
      return null;
    }
    return MODEL_FIELD.matcher(form.substring(begin, blank)).matches()
        ? new String(
            form.substring(Math.min(blank + 4, end), end).getBytes(StandardCharsets.ISO_8859_1),
            StandardCharsets.UTF_8)
        : null;
  }

  private static String parameter(String pairs) {
    for (String pair : pairs.split("&", -1)) {
      if (pair.startsWith("model=")) {
        return decoded(pair.substring("model=".length()).replace("+", "%20"));
      }
    }
    return "";
  }

  private static String decoded(String escaped) {
    String safe = escaped.replaceAll("%(?![0-9a-fA-F]{2})", "%25").replace("+", "%2B");
    String name = URLDecoder.decode(safe, StandardCharsets.UTF_8);
    return name.length() > LONGEST ? name.substring(0, LONGEST) : name;
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.ISO_8859_1);
  }
}
