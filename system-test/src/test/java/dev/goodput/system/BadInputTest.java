package dev.goodput.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("system")
class BadInputTest {
  /// Of a port that nobody is given who asks for any.
  private static final String NOWHERE = "http://127.0.0.1:1";

  /// What is said of a server of a busy machine, which may answer late.
  private static final String WAITING = "goodput: waiting for ";

  @TempDir Path directory;

  private void refuses(int exit, String word, String... arguments) {
    Cli.Result result = new Cli(directory).run(arguments);

    assertThat(result.all()).containsIgnoringCase(word).doesNotContain("\tat ", "Exception");
    assertThat(result.err().lines().filter(line -> !line.startsWith(WAITING))).hasSize(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.exit()).isEqualTo(exit);
  }

  @Test
  void namesTheOptionThatDoesNotExist() {
    refuses(2, "no-such-option", "bench", "--no-such-option");
  }

  @Test
  void namesTheNearestWorkload() {
    refuses(2, "azure-conv", "bench", "--workload", "azure-cnv");
  }

  @Test
  void namesFileAndLineOfMalformedJson() throws IOException {
    Path broken = directory.resolve("broken.jsonl");
    Files.writeString(broken, "{\"prompt\":\"a\"}\n{\"prompt\": oops\n");

    refuses(2, "broken.jsonl:2", "bench", "--workload", broken.toString());
  }

  @Test
  void refusesADirectoryWhereAFileIsWanted() {
    refuses(2, "directory", "bench", "--workload", directory.toString());
  }

  @Test
  void refusesARunDirectoryThatHoldsSomething() throws IOException {
    Path taken = Files.createDirectory(directory.resolve("taken"));
    Files.writeString(taken.resolve("something"), "of value");

    refuses(2, "taken", "bench", "--out", taken.toString());

    assertThat(taken.resolve("something")).hasContent("of value");
  }

  @Test
  void saysThatNothingListens() {
    refuses(3, "refused", "bench", "--url", NOWHERE, "--model", "m");
    assertThat(directory.resolve("runs")).doesNotExist();
  }

  @Test
  void writesTheFilesOfACiJobThoughNothingWasMeasured() {
    refuses(3, "refused", "bench", "--url", NOWHERE, "--junit", "r.xml", "--summary-md", "r.md");
    assertThat(directory.resolve("r.xml")).content().contains("<error ", "refused");
    assertThat(directory.resolve("r.md")).content().contains("nothing was measured", "refused");
  }

  @Test
  void saysThatAServerAnswersAWebPage() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] page = "<!DOCTYPE html><html><body>hello".getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();

      refuses(3, "html", "bench", "--url", url, "--model", "m");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void namesTheRunThatIsNotThere() {
    refuses(2, "nothing", "report", "nothing");
  }

  @Test
  void namesTheMetricThatWasMeant() {
    refuses(2, "ttft", "bench", "--slo", "p95 tftt<=200ms");
  }

  @Test
  void leavesNoRunBehindWhereNothingFitsTheModel() {
    refuses(2, "no request fits", "bench", "--input-tokens", "200000", "--out", "run");
    assertThat(directory.resolve("run")).doesNotExist();
  }

  @Test
  void namesThePortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      refuses(
          2, "the port is in use", "simulate", "--port", Integer.toString(taken.getLocalPort()));
    }
  }

  @Test
  void namesTheNearestProfile() {
    refuses(2, "h100", "bench", "--profile", "h10/llama-3.1-8b");
  }
}
