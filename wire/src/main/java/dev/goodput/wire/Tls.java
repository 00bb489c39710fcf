package dev.goodput.wire;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// TLS settings of a client: the certificates it trusts, and its own.
///
/// @param insecure whether to trust any certificate and any name; only on explicit request
/// @param caPem certificates to trust instead of the system's; null for the system's
/// @param certificatePem client's own certificate chain; null for none
/// @param keyPem client's private key in PKCS#8; null if it is in `certificatePem`
public record Tls(
    boolean insecure, @Nullable Pem caPem, @Nullable Pem certificatePem, @Nullable Pem keyPem) {

  /// The system's trusted certificates, no client certificate.
  public static final Tls SYSTEM = new Tls(false, null, null, null);

  /// Reads the files, if there are any.
  ///
  /// @throws BadSettingException if a file cannot be read or is empty
  public static Tls read(
      boolean insecure, @Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
    return new Tls(insecure, Pem.readOrNone(ca), Pem.readOrNone(certificate), Pem.readOrNone(key));
  }

  /// Returns the files that the settings were read from.
  public List<Path> files() {
    return Stream.of(caPem, certificatePem, keyPem)
        .filter(Objects::nonNull)
        .map(Pem::file)
        .toList();
  }
}
