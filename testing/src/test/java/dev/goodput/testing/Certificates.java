package dev.goodput.testing;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/// Certificates made with the JDK's keytool. Each is its own authority.
public final class Certificates {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final Path directory;

  /// Creates certificates in a directory of the test.
  public Certificates(Path directory) {
    this.directory = directory;
  }

  /// Returns a key with a certificate for these names, for example `dns:localhost,ip:127.0.0.1`.
  public KeyStore make(String alias, String names)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path file = directory.resolve(alias + ".p12");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-genkeypair",
            "-alias",
            alias,
            "-keyalg",
            "EC",
            "-validity",
            "2",
            "-dname",
            "CN=" + alias,
            "-ext",
            "san=" + names,
            "-ext",
            "bc=ca:true",
            "-storetype",
            "PKCS12",
            "-keystore",
            file.toString(),
            "-storepass",
            "changeit");
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String message =
        new String(
            keytool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new IOException("keytool: " + message);
    }
    return KeyStore.getInstance(file.toFile(), PASSWORD);
  }

  /// Returns the certificate in PEM.
  public Path certificate(KeyStore store, String alias)
      throws IOException, GeneralSecurityException {
    Certificate certificate = store.getCertificate(alias);
    return write(alias + ".crt", pem("CERTIFICATE", certificate.getEncoded()));
  }

  /// Returns the certificate and the key in one PEM file.
  public Path both(KeyStore store, String alias) throws IOException, GeneralSecurityException {
    String certificate = pem("CERTIFICATE", store.getCertificate(alias).getEncoded());
    String key = pem("PRIVATE KEY", store.getKey(alias, PASSWORD).getEncoded());
    return write(alias + ".pem", certificate + key);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private static String pem(String kind, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }

  /// Returns server sockets with this key. If `trusted` is not empty, clients must present one of
  /// these certificates.
  public static javax.net.ServerSocketFactory server(KeyStore key, KeyStore... trusted)
      throws GeneralSecurityException, IOException {
    javax.net.ServerSocketFactory plain = context(key, trusted).getServerSocketFactory();
    return trusted.length == 0 ? plain : new Prepared(plain, Certificates::demand);
  }

  private static SSLContext context(KeyStore key, KeyStore... trusted)
      throws GeneralSecurityException, IOException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(key, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust(trusted).getTrustManagers(), null);
    return context;
  }

  /// Returns the server side of TLS over an accepted connection, which stays open beneath it.
  public static SSLSocket over(Socket accepted, KeyStore key)
      throws GeneralSecurityException, IOException {
    SSLSocket socket =
        (SSLSocket)
            context(key).getSocketFactory().createSocket(accepted, null, accepted.getPort(), false);
    socket.setUseClientMode(false);
    return socket;
  }

  /// Returns server sockets with this key that offer HTTP/2 by ALPN.
  public static javax.net.ServerSocketFactory serverOfTwo(KeyStore key)
      throws GeneralSecurityException, IOException {
    return new Prepared(
        server(key),
        socket -> {
          SSLParameters offers = socket.getSSLParameters();
          offers.setApplicationProtocols(new String[] {"h2"});
          socket.setSSLParameters(offers);
        });
  }

  /// Returns client sockets that trust this key.
  public static SSLSocketFactory client(KeyStore key) throws GeneralSecurityException, IOException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust(key).getTrustManagers(), null);
    return context.getSocketFactory();
  }

  /// Requires a certificate from every client.
  private static void demand(SSLServerSocket socket) {
    // With TLS 1.2 the handshake itself fails without a certificate; with TLS 1.3 only what follows
    // does.
    socket.setEnabledProtocols(new String[] {"TLSv1.2"});
    socket.setNeedClientAuth(true);
  }

  private static TrustManagerFactory trust(KeyStore... trusted)
      throws GeneralSecurityException, IOException {
    KeyStore all = KeyStore.getInstance("PKCS12");
    all.load(null, PASSWORD);
    for (KeyStore each : trusted) {
      for (String alias : new ArrayList<>(java.util.Collections.list(each.aliases()))) {
        all.setCertificateEntry(alias, each.getCertificate(alias));
      }
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(all);
    return factory;
  }

  /// A factory that configures each socket first.
  private static final class Prepared extends javax.net.ServerSocketFactory {
    private final javax.net.ServerSocketFactory plain;
    private final Consumer<SSLServerSocket> prepare;

    Prepared(javax.net.ServerSocketFactory plain, Consumer<SSLServerSocket> prepare) {
      this.plain = plain;
      this.prepare = prepare;
    }

    @Override
    public java.net.ServerSocket createServerSocket(int port) throws IOException {
      return prepared(plain.createServerSocket(port));
    }

    @Override
    public java.net.ServerSocket createServerSocket(int port, int backlog) throws IOException {
      return prepared(plain.createServerSocket(port, backlog));
    }

    @Override
    public java.net.ServerSocket createServerSocket(
        int port, int backlog, java.net.InetAddress address) throws IOException {
      return prepared(plain.createServerSocket(port, backlog, address));
    }

    private java.net.ServerSocket prepared(java.net.ServerSocket socket) {
      prepare.accept((SSLServerSocket) socket);
      return socket;
    }
  }
}
