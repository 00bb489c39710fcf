package dev.goodput.relay;

import dev.goodput.testing.BareClient;
import dev.goodput.testing.Bytes;
import dev.goodput.testing.Certificates;
import dev.goodput.testing.FrameServer;
import dev.goodput.testing.RawServer;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Tls;
import dev.goodput.wire.server.ServerTls;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/// The HTTP version on each side of a relay.
enum Pairing {
  ONE_TO_ONE(false, false),
  TWO_TO_ONE(true, false),
  ONE_TO_TWO(false, true),
  TWO_TO_TWO(true, true);

  /// Whether clients speak HTTP/2.
  final boolean asks;

  /// Whether upstreams speak HTTP/2.
  final boolean answers;

  Pairing(boolean asks, boolean answers) {
    this.asks = asks;
    this.answers = answers;
  }

  /// A key with its files, for both sides.
  record Secured(KeyStore key, Path both, Path certificate) {
    static Secured in(Path directory)
        throws IOException, GeneralSecurityException, InterruptedException {
      Certificates made = new Certificates(directory);
      KeyStore key = made.make("server", "ip:127.0.0.1,dns:localhost");
      return new Secured(key, made.both(key, "server"), made.certificate(key, "server"));
    }
  }

  /// The actions of an upstream on a response, in either version.
  interface Line {
    /// Sends the head of an event stream.
    void head() throws IOException;

    /// Sends a part of the body, randomly cut into frames or chunks, and those into writes.
    void body(byte[] bytes, Random random) throws IOException;

    /// Ends the response, with a trailer if there is one.
    void end(@Nullable String trailer) throws IOException;

    /// Ends the connection or the stream without an error.
    void cut() throws IOException;

    /// Ends it with an error.
    void reset() throws IOException;

    /// Waits until the client has left.
    boolean left() throws IOException, InterruptedException;
  }

  /// Responds to a request; `number` counts the requests from 0.
  interface Script {
    void answer(Line line, int number) throws IOException, InterruptedException;
  }

  /// A relay with its upstream and its clients.
  record Rig(Pairing pairing, Closeable server, RelayRig relay, @Nullable Secured secured)
      implements AutoCloseable {
    BareClient client() throws IOException, GeneralSecurityException {
      return BareClient.to(
          relay.relay().port(),
          pairing.asks,
          secured == null ? null : Certificates.client(secured.key()));
    }

    @Override
    public void close() throws IOException {
      relay.close();
      server.close();
    }
  }

  Rig rig(Script script) throws Exception {
    return rig(RelayOptions.plain("127.0.0.1", 0), null, script);
  }

  /// Over TLS the version is agreed on by ALPN, otherwise it is known in advance.
  Rig rig(RelayOptions options, @Nullable Secured secured, Script script) throws Exception {
    RelayOptions listens = secured == null ? options : over(options, secured);
    Closeable server;
    int port;
    if (answers) {
      ServerSocketFactory factory =
          secured == null
              ? ServerSocketFactory.getDefault()
              : Certificates.serverOfTwo(secured.key());
      CompletableFuture<FrameServer> itself = new CompletableFuture<>();
      FrameServer made =
          FrameServer.start(
              factory,
              100,
              (stream, number) -> script.answer(new LineOfTwo(itself.join(), stream), number));
      itself.complete(made);
      server = made::close;
      port = made.port();
    } else {
      ServerSocketFactory factory =
          secured == null ? ServerSocketFactory.getDefault() : Certificates.server(secured.key());
      RawServer made =
          RawServer.start(factory, (line, _, number) -> script.answer(new LineOfOne(line), number));
      server = made::close;
      port = made.port();
    }
    return new Rig(this, server, RelayRig.to(upstream(port, secured), listens), secured);
  }

  private static RelayOptions over(RelayOptions plain, Secured secured) {
    return new RelayOptions(
        plain.host(),
        plain.port(),
        ServerTls.read(secured.both(), secured.both(), null),
        plain.maxConnections(),
        plain.maxHeadBytes(),
        plain.maxBodyBytes(),
        plain.headNanos(),
        plain.bodyIdleNanos(),
        plain.keepAliveNanos());
  }

  /// Returns an upstream on plain TCP, with the version of this pairing.
  Upstream upstream(int port) {
    return Upstream.of("u", "http://127.0.0.1:" + port)
        .over(answers ? HttpVersion.TWO : HttpVersion.ONE);
  }

  private Upstream upstream(int port, @Nullable Secured secured) {
    if (secured == null) {
      return upstream(port);
    }
    Upstream plain = Upstream.of("u", "https://127.0.0.1:" + port);
    Tls tls = Tls.read(false, secured.certificate(), null, null);
    return new Upstream(
        plain.name(),
        plain.url(),
        tls,
        plain.preserveHost(),
        plain.headers(),
        5_000_000_000L,
        0,
        0,
        HttpVersion.AUTO);
  }

  private record LineOfOne(RawServer.Line line) implements Line {
    @Override
    public void head() throws IOException {
      line.print(
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n");
    }

    @Override
    public void body(byte[] bytes, Random random) throws IOException {
      ByteArrayOutputStream framed = new ByteArrayOutputStream();
      for (int at = 0; at < bytes.length; ) {
        int end = Math.min(bytes.length, at + 1 + random.nextInt(random.nextBoolean() ? 8 : 900));
        framed.writeBytes(Bytes.of(Integer.toHexString(end - at) + "\r\n"));
        framed.write(bytes, at, end - at);
        framed.writeBytes(Bytes.of("\r\n"));
        at = end;
      }
      inParts(framed.toByteArray(), random, line::print);
    }

    @Override
    public void end(@Nullable String trailer) throws IOException {
      line.print(trailer == null ? "0\r\n\r\n" : "0\r\nx-sum: " + trailer + "\r\n\r\n");
    }

    @Override
    public void cut() throws IOException {
      line.fin();
    }

    @Override
    public void reset() throws IOException {
      line.reset();
    }

    @Override
    public boolean left() throws IOException {
      return line.clientLeft();
    }
  }

  private record LineOfTwo(FrameServer server, FrameServer.Stream stream) implements Line {
    @Override
    public void head() throws IOException {
      stream.events();
    }

    @Override
    public void body(byte[] bytes, Random random) throws IOException {
      ByteArrayOutputStream frames = new ByteArrayOutputStream();
      for (int at = 0; at < bytes.length; ) {
        int end = Math.min(bytes.length, at + random.nextInt(random.nextBoolean() ? 8 : 900));
        frames.writeBytes(stream.part(bytes, at, end, false));
        at = end;
      }
      inParts(frames.toByteArray(), random, stream::raw);
    }

    @Override
    public void end(@Nullable String trailer) throws IOException {
      if (trailer == null) {
        stream.end();
      } else {
        stream.trailers("x-sum", trailer);
      }
    }

    @Override
    public void cut() throws IOException {
      stream.fin();
    }

    @Override
    public void reset() throws IOException {
      stream.reset(FrameServer.INTERNAL_ERROR);
    }

    @Override
    public boolean left() throws InterruptedException {
      return server.clientReset() == FrameServer.CANCEL;
    }
  }

  /// A direct writer of bytes.
  private interface Says {
    void print(byte[] bytes) throws IOException;
  }

  private static void inParts(byte[] all, Random random, Says line) throws IOException {
    for (int at = 0; at < all.length; ) {
      int end = Math.min(all.length, at + 1 + random.nextInt(random.nextBoolean() ? 12 : 1200));
      line.print(Arrays.copyOfRange(all, at, end));
      at = end;
    }
  }
}
