package dev.goodput.wire.server;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A server's own identity, and whose certificates it demands.
///
/// @param certificatePem certificate chain, PEM
/// @param keyPem private key, PEM in PKCS#8
/// @param clientCaPem issuers of the client certificates it demands, PEM; null demands none
public record ServerTls(Path certificatePem, Path keyPem, @Nullable Path clientCaPem) {}
