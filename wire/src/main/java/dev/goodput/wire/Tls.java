package dev.goodput.wire;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Whom to trust, and who we are.
///
/// @param insecure trust everyone, check no name: only where it was asked for in so many words
/// @param caPem certificates to trust in place of the system's, PEM; null for the system's
/// @param certificatePem our certificate chain, PEM; null for none
/// @param keyPem our private key, PEM in PKCS#8; null where it stands in `certificatePem`
public record Tls(
    boolean insecure, @Nullable Path caPem, @Nullable Path certificatePem, @Nullable Path keyPem) {

  /// The system's trust, no certificate of our own.
  public static final Tls SYSTEM = new Tls(false, null, null, null);
}
