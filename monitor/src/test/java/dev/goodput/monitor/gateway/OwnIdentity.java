package dev.goodput.monitor.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A TLS key for 127.0.0.1 that only this test trusts.
///
/// @param pem the certificate and the key
/// @param trusting a context for clients that trust it
record OwnIdentity(Path pem, SSLContext trusting) {
  private static final String PASSWORD = "changeit";

  static OwnIdentity in(Path directory) throws Exception {
    KeyStore store = made(directory.resolve("own.p12"));
    String pem =
        pem("CERTIFICATE", store.getCertificate("own").getEncoded())
            + pem("PRIVATE KEY", store.getKey("own", PASSWORD.toCharArray()).getEncoded());
    return new OwnIdentity(Files.writeString(directory.resolve("own.pem"), pem), trusting(store));
  }

  private static KeyStore made(Path file) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String how =
        "-J-XX:TieredStopAtLevel=1 -genkeypair -alias own -keyalg EC -dname CN=own"
            + " -ext san=ip:127.0.0.1 -storetype PKCS12 -storepass "
            + PASSWORD;
    List<String> command = new ArrayList<>(List.of(how.split(" ")));
    command.addFirst(keytool);
    command.addAll(List.of("-keystore", file.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String message = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(message).isZero();
    return KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
  }

  private static String pem(String kind, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }

  private static SSLContext trusting(KeyStore store) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("own", store.getCertificate("own"));
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }
}
