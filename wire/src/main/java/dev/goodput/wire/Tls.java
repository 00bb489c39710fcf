package dev.goodput.wire;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whom to trust, and who we are.
///
/// @param insecure trust everyone, check no name: only where it was asked for in so many words
/// @param caPem certificates to trust in place of the system's; null for the system's
/// @param certificatePem our certificate chain; null for none
/// @param keyPem our private key in PKCS#8; null where it stands in `certificatePem`
public record Tls(
    boolean insecure, @Nullable Pem caPem, @Nullable Pem certificatePem, @Nullable Pem keyPem) {

  /// The system's trust, no certificate of our own.
  public static final Tls SYSTEM = new Tls(false, null, null, null);

  /// Reads its files, where there are any.
  ///
  /// @throws BadSettingException where one cannot be read or is empty
  public static Tls read(
      boolean insecure, @Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
    return new Tls(insecure, Pem.readOrNone(ca), Pem.readOrNone(certificate), Pem.readOrNone(key));
  }

  /// The files that it was read from.
  public List<Path> files() {
    return Stream.of(caPem, certificatePem, keyPem)
        .filter(Objects::nonNull)
        .map(Pem::file)
        .toList();
  }
}
