package dev.goodput.app.bench;

import dev.goodput.app.AppException;
import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// From options to the endpoint that is asked.
final class Endpoints {
  private Endpoints() {}

  /// The endpoint at an address.
  ///
  /// @param environment where `--api-key-env` looks
  /// @throws AppException.Usage where a header is none
  /// @throws dev.goodput.wire.BadSettingException where a key or certificate cannot be had
  static Endpoint at(String url, TargetOptions options, Map<String, String> environment) {
    return new Endpoint(
        Endpoint.parseUrl(url),
        Dialect.named(options.endpoint),
        options.headers.stream().map(Endpoints::header).toList(),
        secret(options, environment),
        new Tls(options.insecure, options.ca, options.cert, options.key),
        options.connectionPerRequest);
  }

  private static Header header(String line) {
    if (line.indexOf(':') < 1) {
      throw new AppException.Usage("--header must look like \"Name: value\"; found no colon");
    }
    return Header.parse(line);
  }

  private static @Nullable Secret secret(TargetOptions options, Map<String, String> environment) {
    if (options.apiKeyEnv != null) {
      return Secret.fromEnvironment(options.apiKeyEnv, environment);
    }
    return options.apiKeyFile == null ? null : Secret.fromFile(options.apiKeyFile);
  }

  /// All that must never be written down: keys and values of headers.
  static List<String> secrets(Endpoint endpoint) {
    List<String> values = new ArrayList<>();
    endpoint.headers().forEach(header -> values.add(header.value()));
    if (endpoint.apiKey() != null) {
      values.add(endpoint.apiKey().reveal());
    }
    return values;
  }
}
