package dev.goodput.export;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A reader of OTLP messages by field numbers (opentelemetry-proto v1).
final class Otlp {
  private Otlp() {}

  /// Returns attributes by name: strings, integers, booleans, doubles, lists of strings.
  static Map<String, Object> attributes(List<Proto> pairs) {
    Map<String, Object> all = new LinkedHashMap<>();
    pairs.forEach(pair -> all.put(pair.text(1), value(pair.message(2))));
    return all;
  }

  private static Object value(Proto any) {
    if (any.has(1)) {
      return any.text(1);
    }
    if (any.has(2)) {
      return any.number(2) == 1;
    }
    if (any.has(3)) {
      return any.number(3);
    }
    return any.has(4)
        ? (Object) any.real(4)
        : any.message(5).messages(1).stream().map(Otlp::value).toList();
  }

  /// Returns the resource's attributes of a request of either signal.
  static Map<String, Object> resource(Proto request) {
    return attributes(request.message(1).message(1).messages(1));
  }

  /// Returns the spans of an `ExportTraceServiceRequest`.
  static List<Proto> spans(Proto request) {
    return request.messages(1).stream()
        .flatMap(resource -> resource.messages(2).stream())
        .flatMap(scope -> scope.messages(2).stream())
        .toList();
  }

  /// Returns the metrics of an `ExportMetricsServiceRequest`, by name.
  static Map<String, Proto> metrics(Proto request) {
    Map<String, Proto> all = new LinkedHashMap<>();
    request.messages(1).stream()
        .flatMap(resource -> resource.messages(2).stream())
        .flatMap(scope -> scope.messages(2).stream())
        .forEach(metric -> all.put(metric.text(1), metric));
    return all;
  }
}
