package dev.goodput.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.testing.Certificates;
import dev.goodput.wire.dial.TlsContexts;
import dev.goodput.wire.server.ServerSockets;
import dev.goodput.wire.server.ServerTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Errors for unusable TLS files.
@Tag("fault")
final class PemTest {
  private static final int OCTETS = 4;

  @TempDir Path directory;
  private Path certificate;
  private byte[] key;

  @BeforeEach
  void make() throws Exception {
    Certificates certificates = new Certificates(directory);
    KeyStore ours = certificates.make("ours", "dns:ours");
    certificate = certificates.certificate(ours, "ours");
    key = ours.getKey("ours", "changeit".toCharArray()).getEncoded();
  }

  @Test
  void aKeyInAnotherFormatIsNotReportedAsAMismatch() throws Exception {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("SEC1", pem("EC PRIVATE KEY", inner(key)));
    keys.put("PKCS#1", pem("RSA PRIVATE KEY", inner(rsa())));
    keys.put("encrypted", pem("ENCRYPTED PRIVATE KEY", encrypted(key)));
    keys.put("none", Files.readString(certificate));
    for (Map.Entry<String, String> each : keys.entrySet()) {
      isToldAsOfNoUse(each.getKey(), certificate, file(each.getValue()));
    }
  }

  /// A lost character is detected wherever it is; some readers ignore an incomplete last group.
  @Test
  void aMissingCharacterIsReportedAsSuch() throws Exception {
    Path whole = file(pem("PRIVATE KEY", key));
    assertThat(Pem.read(whole).isKeyOf(Pem.read(certificate))).isTrue();
    ServerSockets.check(ServerTls.read(certificate, whole, null));
    for (int place = 1; place < 100; place++) {
      isToldAsDamaged("the key, " + place + " from its end", certificate, without(whole, place));
      isToldAsDamaged("the other, " + place + " from its end", without(certificate, place), whole);
    }
  }

  private static void isToldAsDamaged(String what, Path certificate, Path key) {
    for (ThrowingCallable use : uses(certificate, key)) {
      assertThatThrownBy(use, what)
          .isInstanceOf(BadSettingException.class)
          .message()
          .doesNotContain("of another certificate", "is not the key of");
    }
  }

  private static List<ThrowingCallable> uses(Path certificate, Path key) {
    return List.of(
        () -> ServerSockets.check(ServerTls.read(certificate, key, null)),
        () -> TlsContexts.check(Tls.read(false, null, certificate, key)));
  }

  @Test
  void aKeyOfAnotherAlgorithmIsAMismatch() throws Exception {
    Path rsa = file(pem("PRIVATE KEY", rsa()));
    assertThatThrownBy(() -> ServerSockets.check(ServerTls.read(certificate, rsa, null)))
        .isInstanceOf(BadSettingException.class)
        .hasMessageEndingWith("the key is of another certificate");
  }

  @Test
  void unusableIssuersAreNamed() throws Exception {
    Path whole = file(pem("PRIVATE KEY", key));
    assertThatThrownBy(() -> ServerSockets.check(ServerTls.read(certificate, whole, whole)))
        .isInstanceOf(BadSettingException.class)
        .hasMessage(whole + " holds no certificate in PEM");
  }

  private static void isToldAsOfNoUse(String what, Path certificate, Path key) {
    List<ThrowingCallable> uses = uses(certificate, key);
    assertThatThrownBy(uses.getFirst(), what)
        .isInstanceOf(BadSettingException.class)
        .hasMessage(
            "cannot use certificate %s with key %s: expected both in PEM, the key in PKCS#8",
            certificate, key);
    assertThatThrownBy(uses.getLast(), what)
        .isInstanceOf(BadSettingException.class)
        .hasMessage("%s and %s hold no certificate with its key in PEM (PKCS#8)", certificate, key);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "some", ".pem"), text);
  }

  private static String pem(String kind, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }

  private Path without(Path file, int beforeEnd) throws IOException {
    String text = Files.readString(file);
    String begin = text.substring(0, text.indexOf("-----END"));
    int at = begin.replaceAll("=*\n$", "").length() - beforeEnd;
    at -= text.charAt(at) == '\n' ? 1 : 0;
    return file(text.substring(0, at) + text.substring(at + 1));
  }

  private static byte[] rsa() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair().getPrivate().getEncoded();
  }

  /// Returns the key in the format of its own standard, which PKCS#8 wraps after a version and an
  /// algorithm.
  private static byte[] inner(byte[] pkcs8) {
    int at = content(pkcs8, 0);
    at = behind(pkcs8, at);
    at = behind(pkcs8, at);
    assertThat(pkcs8[at]).isEqualTo((byte) OCTETS);
    return java.util.Arrays.copyOfRange(pkcs8, content(pkcs8, at), behind(pkcs8, at));
  }

  private static int content(byte[] der, int at) {
    int length = der[at + 1] & 0xff;
    return at + 2 + (length < 0x80 ? 0 : length - 0x80);
  }

  private static int behind(byte[] der, int at) {
    int content = content(der, at);
    int length = der[at + 1];
    if (length < 0) {
      length = 0;
      for (int i = at + 2; i < content; i++) {
        length = length << 8 | (der[i] & 0xff);
      }
    }
    return content + length;
  }

  private static byte[] encrypted(byte[] pkcs8) throws GeneralSecurityException, IOException {
    String how = "PBEWithSHA1AndDESede";
    Cipher cipher = Cipher.getInstance(how);
    cipher.init(
        Cipher.ENCRYPT_MODE,
        SecretKeyFactory.getInstance(how).generateSecret(new PBEKeySpec("word".toCharArray())),
        new PBEParameterSpec(new byte[8], 1000));
    return new EncryptedPrivateKeyInfo(cipher.getParameters(), cipher.doFinal(pkcs8)).getEncoded();
  }
}
