package dev.goodput.wire.http;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The transfer codings of one message: the values of all its `Transfer-Encoding` lines, in the
/// order they were applied (RFC 9112 §6.1). Empty list elements (RFC 9110 §5.6.1) and `identity`,
/// which changes nothing, are omitted.
///
/// @param names coding names in lower case, with their parameters
record TransferCodings(List<String> names) {
  private static final int SHOWN = 60;
  private static final String CHUNKED = "chunked";
  private static final TransferCodings NONE = new TransferCodings(List.of());
  private static final TransferCodings ONLY_CHUNKED = new TransferCodings(List.of(CHUNKED));

  TransferCodings {
    names = List.copyOf(names);
  }

  /// Splits values that are joined by commas and in lower case.
  static TransferCodings of(String joined) {
    return switch (joined) {
      case "" -> NONE;
      case CHUNKED -> ONLY_CHUNKED;
      default -> split(joined);
    };
  }

  private static TransferCodings split(String joined) {
    return new TransferCodings(
        Arrays.stream(joined.split(",", -1))
            .map(FieldLine::stripped)
            .filter(name -> !name.isEmpty() && !name.equals("identity"))
            .toList());
  }

  /// Whether chunked is the only coding.
  boolean chunked() {
    return names.equals(List.of(CHUNKED));
  }

  /// Describes why the body cannot be read; null if it can. Codings other than `chunked` would have
  /// to be negotiated with `TE`, which is never sent, and `chunked` may be applied only once.
  @Nullable String problem() {
    if (names.isEmpty() || chunked()) {
      return null;
    }
    String why =
        names.stream().allMatch(CHUNKED::equals)
            ? "applies chunked more than once"
            : "is not supported: only chunked is";
    return "transfer-encoding \"" + shown() + "\" " + why;
  }

  private String shown() {
    String all = String.join(", ", names).replaceAll("[^ -~]", ".");
    return all.length() > SHOWN ? all.substring(0, SHOWN) + "…" : all;
  }
}
