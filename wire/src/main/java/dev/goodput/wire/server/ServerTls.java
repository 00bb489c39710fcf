package dev.goodput.wire.server;

import dev.goodput.wire.Pem;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The TLS identity of a server, and the client certificates it requires.
///
/// @param certificatePem certificate chain
/// @param keyPem private key in PKCS#8
/// @param clientCaPem issuers of the required client certificates; null requires none
public record ServerTls(Pem certificatePem, Pem keyPem, @Nullable Pem clientCaPem) {
  /// Reads the files.
  ///
  /// @param clientCa issuers of the required client certificates; null requires none
  /// @throws dev.goodput.wire.BadSettingException if a file cannot be read or is empty
  public static ServerTls read(Path certificate, Path key, @Nullable Path clientCa) {
    Pem issuers = clientCa == null ? null : Pem.read(clientCa);
    return new ServerTls(Pem.read(certificate), Pem.read(key), issuers);
  }

  /// Returns the files that the identity was read from.
  public List<Path> files() {
    return Stream.of(certificatePem, keyPem, clientCaPem)
        .filter(Objects::nonNull)
        .map(Pem::file)
        .toList();
  }
}
