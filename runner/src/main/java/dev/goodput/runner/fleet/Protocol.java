package dev.goodput.runner.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.record.RunDirectory;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The lines that coordinator and worker exchange: a word, then its values between spaces.
final class Protocol {
  /// Coordinator: a random text to prove the secret with.
  static final String NONCE = "NONCE";

  /// Worker: version, slice, proof.
  static final String HELLO = "HELLO";

  /// Coordinator: whether the worker sends its log at the end, `true` or `false`.
  static final String WELCOME = "WELCOME";

  /// Coordinator: the reason, then it closes.
  static final String REFUSED = "REFUSED";

  /// Coordinator: one exchange of the clocks.
  static final String PING = "PING";

  /// Worker: its monotonic and its wall clock.
  static final String PONG = "PONG";

  /// Worker: the load in keys and values, warmed up and ready.
  static final String READY = "READY";

  /// Coordinator: the start by the worker's monotonic clock, then a shared clock.
  static final String START = "START";

  /// Worker: requests that ended, failed and are in flight.
  static final String PROGRESS = "PROGRESS";

  /// Worker: the last request has ended.
  static final String ENDED = "ENDED";

  /// Coordinator: a shared clock, as it is known at the end.
  static final String CLOCK = "CLOCK";

  /// Worker: a file's name and length, then its bytes.
  static final String FILE = "FILE";

  /// Worker: its result is complete.
  static final String DONE = "DONE";

  /// Coordinator: it has the result.
  static final String TAKEN = "TAKEN";

  /// Coordinator: no new requests.
  static final String DRAIN = "DRAIN";

  /// Coordinator: drop what is in flight.
  static final String STOP = "STOP";

  /// The files that a worker sends.
  static final List<String> FILES = List.of(RunDirectory.LOG_FILE, RunDirectory.MANIFEST_FILE);

  private static final String HMAC = "HmacSHA256";

  private Protocol() {}

  /// Returns a new secret, or a new text to prove it with.
  static String random() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /// Returns what only a side with the secret can compute.
  static String proof(String secret, String nonce) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(("goodput " + secret).getBytes(UTF_8), HMAC));
      return HexFormat.of().formatHex(mac.doFinal(nonce.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + HMAC, e);
    }
  }

  /// Returns keys and values as one word.
  static String encode(Map<String, String> values) {
    return values.entrySet().stream()
        .map(each -> URLEncoder.encode(each.getKey() + "=" + each.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }

  /// Returns the keys and values of a word.
  static SortedMap<String, String> decode(String word) {
    SortedMap<String, String> values = new TreeMap<>();
    for (String each : word.split("&", -1)) {
      String pair = URLDecoder.decode(each, UTF_8);
      int sign = pair.indexOf('=');
      if (sign > 0) {
        values.put(pair.substring(0, sign), pair.substring(sign + 1));
      }
    }
    return values;
  }
}
