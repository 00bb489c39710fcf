package dev.goodput.app.endpoint;

import dev.goodput.runner.SecretJson;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// From options to the endpoint.
final class Endpoints {
  private Endpoints() {}

  /// The endpoint at an address.
  ///
  /// @param extraBody JSON that is added to each body, null for none
  /// @param environment where `--api-key-env` looks
  /// @throws dev.goodput.wire.BadSettingException where a header is none, or a key or certificate
  ///   cannot be had
  static Endpoint at(
      String url,
      TargetOptions options,
      @Nullable String extraBody,
      Map<String, String> environment) {
    Dialect dialect = Dialect.named(options.endpoint);
    Endpoint endpoint =
        new Endpoint(
            Endpoint.parseUrl(url),
            options.streams() ? dialect : dialect.nonStreaming(),
            options.credentials.headers(),
            options.credentials.key(environment),
            options.credentials.tls(),
            options.connectionPerRequest,
            extraBody == null ? List.of() : SecretJson.secrets(extraBody));
    return endpoint.over(HttpVersion.named(options.http));
  }
}
