package dev.goodput.lab.saturation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.wire.client.PageAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An interrupt arrives during a profiler step that lasts longer than any test.
@Timeout(30)
class ServerProfilerTest {
  private final List<String> notes = new ArrayList<>();
  private final AtomicInteger looks = new AtomicInteger();

  @TempDir private Path directory;

  private ServerProfiler profiler(String url, boolean engine, @Nullable String begin) {
    return new ServerProfiler(
        page -> PageAddress.parse("--profiler", url + page, "/"),
        () -> looks.incrementAndGet() > 2,
        engine,
        begin,
        null,
        LoadAxis.CONCURRENCY,
        directory.resolve("profiler.log"),
        notes);
  }

  @Test
  void stopsWaitingForACommandThatKeepsRunning() {
    profiler("http://127.0.0.1:1", false, "exec sleep 40").start(4, 1);

    assertThat(notes).singleElement().asString().contains("or an interrupt", "not waited for");
  }

  @Test
  void stopsWaitingForAnUnresponsiveEngine() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + silent.getLocalPort();
      profiler(url, true, null).start(4, 1);
    }

    assertThat(notes).singleElement().asString().contains("had not answered POST /start_profile");
  }
}
