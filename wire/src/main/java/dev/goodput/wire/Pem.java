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
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A file of certificates or of a key as it was when it was read: what becomes of the file later
/// changes nothing of what was checked. Two are equal where path and content are.
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
  /// @throws BadSettingException where it cannot be read or is empty
  public static Pem read(Path file) {
    try {
      byte[] content = Files.readAllBytes(file);
      if (content.length == 0) {
        throw new BadSettingException(file + " is empty; expected PEM");
      }
      return new Pem(file, content);
    } catch (IOException e) {
      throw new BadSettingException("cannot read " + file + ": " + SystemReason.of(e), e);
    }
  }

  static @Nullable Pem readOrNone(@Nullable Path file) {
    return file == null ? null : read(file);
  }

  /// Where it was read.
  public Path file() {
    return file;
  }

  /// Its content, from the beginning.
  public InputStream open() {
    return new ByteArrayInputStream(content);
  }

  /// Whether its private key is that of a certificate. Of a kind of key that is not known here it
  /// is taken to be.
  public boolean isKeyOf(Pem certificate) {
    byte[] shown = certificate.block("CERTIFICATE");
    byte[] own = block("PRIVATE KEY");
    try {
      return shown.length == 0 || own.length == 0 || belong(shown, own);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static boolean belong(byte[] certificate, byte[] key) throws GeneralSecurityException {
    PublicKey shown =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate))
            .getPublicKey();
    String algorithm = SIGNATURES.get(shown.getAlgorithm());
    if (algorithm == null) {
      return true;
    }
    PrivateKey own =
        KeyFactory.getInstance(shown.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(key));
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(own);
    signature.update(certificate);
    byte[] signed = signature.sign();
    signature.initVerify(shown);
    signature.update(certificate);
    return signature.verify(signed);
  }

  /// The first block of a kind; empty where there is none.
  private byte[] block(String kind) {
    Matcher found =
        Pattern.compile(
                "-+BEGIN\\s[^-\\r\\n]*" + kind + "[^-\\r\\n]*-+\\s([A-Za-z0-9+/=\\s]+)-+END")
            .matcher(new String(content, StandardCharsets.ISO_8859_1));
    return found.find() ? Base64.getMimeDecoder().decode(found.group(1)) : new byte[0];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Pem pem && file.equals(pem.file) && Arrays.equals(content, pem.content);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /// Its path: the content may be a key.
  @Override
  public String toString() {
    return file.toString();
  }
}
