package dev.goodput.wire;

import dev.goodput.record.SystemReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A PEM file of certificates or a key, as it was when it was read: later changes of the file do
/// not affect what was checked. Two are equal if both path and content are.
public final class Pem {
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  private final Path file;
  private final byte[] content;
  private final int hash;

  private Pem(Path file, byte[] content) {
    this.file = file;
    this.content = content;
    this.hash = 31 * file.hashCode() + Arrays.hashCode(content);
  }

  /// Reads a file.
  ///
  /// @throws BadSettingException if it cannot be read or is empty
  public static Pem read(Path file) {
    try {
      byte[] content = Files.readAllBytes(file);
      if (content.length == 0) {
        throw new BadSettingException(file + " is empty; expected PEM");
      }
      return new Pem(file, content);
    } catch (IOException e) {
      throw new BadSettingException("cannot read " + file + ": " + SystemReason.of(e, file), e);
    }
  }

  static @Nullable Pem readOrNone(@Nullable Path file) {
    return file == null ? null : read(file);
  }

  /// Returns the path it was read from.
  public Path file() {
    return file;
  }

  /// Opens the content.
  public InputStream open() {
    return new ByteArrayInputStream(content);
  }

  /// Returns whether the private key belongs to a certificate. Returns true if the kind of key is
  /// unknown or one of the two is missing; their user then reports the problem.
  ///
  /// @throws BadSettingException if one of the two is damaged
  public boolean isKeyOf(Pem certificate) {
    PublicKey shown = certificate.publicKey();
    PrivateKey own = privateKey();
    String algorithm = shown == null ? null : SIGNATURES.get(shown.getAlgorithm());
    return shown == null || own == null || algorithm == null || belong(shown, own, algorithm);
  }

  /// Returns the public key of the first certificate; the others are only checked to be readable.
  private @Nullable PublicKey publicKey() {
    PublicKey first = null;
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (byte[] each : blocks("CERTIFICATE")) {
        PublicKey key = factory.generateCertificate(new ByteArrayInputStream(each)).getPublicKey();
        first = first == null ? key : first;
      }
    } catch (CertificateException e) {
      throw damaged(e);
    }
    return first;
  }

  private @Nullable PrivateKey privateKey() {
    List<byte[]> keys = blocks("PRIVATE KEY");
    for (String kind : keys.isEmpty() ? Set.<String>of() : SIGNATURES.keySet()) {
      try {
        return KeyFactory.getInstance(kind)
            .generatePrivate(new PKCS8EncodedKeySpec(keys.getFirst()));
      } catch (GeneralSecurityException e) {
        // Another kind of key, or not a key.
      }
    }
    return null;
  }

  /// Whether the public key verifies what the private key signs.
  private static boolean belong(PublicKey shown, PrivateKey own, String algorithm) {
    byte[] some = shown.getEncoded();
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(own);
      signature.update(some);
      byte[] signed = signature.sign();
      signature.initVerify(shown);
      signature.update(some);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      // A key of another kind or size cannot sign with this algorithm.
      return false;
    }
  }

  /// Returns the decoded PEM blocks of a kind.
  private List<byte[]> blocks(String kind) {
    Matcher found =
        Pattern.compile(
                "-+BEGIN\\s[^-\\r\\n]*" + kind + "[^-\\r\\n]*-+\\s([A-Za-z0-9+/=\\s]+)-+END")
            .matcher(new String(content, StandardCharsets.ISO_8859_1));
    try {
      return found.results().map(each -> Base64.getMimeDecoder().decode(each.group(1))).toList();
    } catch (IllegalArgumentException e) {
      throw damaged(e);
    }
  }

  private BadSettingException damaged(Exception cause) {
    return new BadSettingException(file + " is damaged: not all of its PEM can be read", cause);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Pem pem && file.equals(pem.file) && Arrays.equals(content, pem.content);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /// Returns the path only, because the content may be a key.
  @Override
  public String toString() {
    return file.toString();
  }
}
