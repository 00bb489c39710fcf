package dev.goodput.app.endpoint;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Credentials and TLS settings for a server.
public final class CredentialOptions {
  @NextCommandRole(value = NextCommandRole.Into.SECRET, onResume = true)
  @Option(
      names = "--header",
      paramLabel = "'NAME: VALUE'",
      description = "extra request header; repeatable; the value is never stored")
  List<String> headers = new ArrayList<>();

  @NextCommandRole(value = NextCommandRole.Into.ANY, onResume = true)
  @Option(
      names = "--api-key-env",
      paramLabel = "VAR",
      description = "environment variable that holds the API key")
  @Nullable String apiKeyEnv;

  @NextCommandRole(value = NextCommandRole.Into.ANY, onResume = true)
  @Option(
      names = "--api-key-file",
      paramLabel = "FILE",
      description = "file that holds the API key")
  @Nullable Path apiKeyFile;

  @NextCommandRole(value = NextCommandRole.Into.ANY, onResume = true)
  @Option(names = "--ca", paramLabel = "FILE", description = "CA certificate to trust, PEM")
  @Nullable Path ca;

  @NextCommandRole(value = NextCommandRole.Into.ANY, onResume = true)
  @Option(names = "--cert", paramLabel = "FILE", description = "client certificate, PEM")
  @Nullable Path cert;

  @NextCommandRole(value = NextCommandRole.Into.ANY, onResume = true)
  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "private key of the client certificate, PEM")
  @Nullable Path key;

  @NextCommandRole(value = NextCommandRole.Into.ANY, onResume = true)
  @Option(names = "--insecure", description = "accept any server certificate")
  boolean insecure;

  /// The same with another key; the same key where none is named.
  CredentialOptions withKey(@Nullable String environmentVariable, @Nullable Path file) {
    CredentialOptions other = new CredentialOptions();
    boolean own = environmentVariable != null || file != null;
    other.apiKeyEnv = own ? environmentVariable : apiKeyEnv;
    other.apiKeyFile = own ? file : apiKeyFile;
    other.headers = headers;
    other.ca = ca;
    other.cert = cert;
    other.key = key;
    other.insecure = insecure;
    return other;
  }

  /// Refuses what makes no sense.
  ///
  /// @param secured whether the server's address is one of TLS
  /// @throws dev.goodput.runner.AppException.Usage naming the option
  void check(boolean secured) {
    refuse(
        apiKeyEnv != null && apiKeyFile != null,
        "--api-key-env and --api-key-file exclude each other");
    refuse(key != null && cert == null, "--key needs --cert");
    refuse(cert != null && key == null, "--cert needs --key, its private key");
    refuse(
        insecure && ca != null,
        "--insecure accepts any certificate, so --ca has no effect; remove one of them");
    readable("--ca", ca);
    readable("--cert", cert);
    readable("--key", key);
    readable("--api-key-file", apiKeyFile);
    refuse(
        !secured && (insecure || ca != null || cert != null),
        "--ca, --cert and --insecure are about TLS: they need --url https://…");
  }

  /// Returns the first option given that is sent with each request; null for none.
  @Nullable String firstSentOption() {
    if (!headers.isEmpty()) {
      return "--header";
    }
    if (apiKeyEnv != null) {
      return "--api-key-env";
    }
    return apiKeyFile == null ? null : "--api-key-file";
  }

  List<Header> headers() {
    return headers.stream().map(Header::parse).toList();
  }

  Tls tls() {
    return Tls.read(insecure, ca, cert, key);
  }

  /// The key that is sent; null for none.
  ///
  /// @param environment where `--api-key-env` looks
  @Nullable Secret key(Map<String, String> environment) {
    if (apiKeyEnv != null) {
      return Secret.fromEnvironment(apiKeyEnv, environment);
    }
    return apiKeyFile == null ? null : Secret.fromFile(apiKeyFile);
  }

  private static void readable(String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    refuse(Files.isDirectory(file), option + " " + file + " is a directory; name a file");
    refuse(!Files.exists(file), option + " " + file + ": no such file");
    refuse(!Files.isReadable(file), option + " " + file + " cannot be read; check its permissions");
  }
}
