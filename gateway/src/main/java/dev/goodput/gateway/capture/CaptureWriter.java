package dev.goodput.gateway.capture;

import dev.goodput.gateway.store.WriteQueue;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.SystemReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// A converter of finished requests into lines of the capture file. Belongs to the writing thread.
final class CaptureWriter implements WriteQueue.Taker<CaptureWriter.Captured> {
  /// How long no write is tried after the system refused one.
  static final long RETRY_NANOS = 10_000_000_000L;

  private static final int SESSIONS = 100_000;

  /// Assumed for a prompt without a token count, until counted prompts give a better ratio.
  private static final double TOKENS_PER_BYTE = .25;

  private final CaptureFile file;
  private final long beganNanos;
  private final Salt salt;
  private final Consumer<String> print;
  private final DigestNumbering blocks = new DigestNumbering();
  private final DigestNumbering tenants = new DigestNumbering();
  private final Map<Long, Session> sessions = new LatestSessions();
  private volatile long capBytes;
  private long nextSession;
  private double countedTokens;
  private double countedBytes;
  private long nowNanos;
  private long retryNanos = Long.MIN_VALUE;
  private long written;
  private long lost;
  private long lostInARow;
  private boolean ended;
  private long endedAtBytes;
  private String trouble = "";
  private volatile CaptureStatus status = new CaptureStatus(0, 0, 0, false, "");

  /// A finished request.
  ///
  /// @param record the record of its last attempt
  /// @param prompt the hashes of its prompt
  record Captured(RequestRecord record, PromptBlocks prompt) {}

  private static final class Session {
    private final long number;
    private int turns;

    Session(long number) {
      this.number = number;
    }
  }

  /// The sessions that were used last.
  private static final class LatestSessions extends LinkedHashMap<Long, Session> {
    private static final long serialVersionUID = 1;

    LatestSessions() {
      super(16, .75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Session> eldest) {
      return size() > SESSIONS;
    }
  }

  /// @throws IOException if the header cannot be written
  CaptureWriter(CaptureFile file, long capBytes, long beganNanos, Salt salt, Consumer<String> print)
      throws IOException {
    this.file = file;
    this.capBytes = capBytes;
    this.beganNanos = beganNanos;
    this.salt = salt;
    this.print = print;
    file.append(CaptureLine.header());
    status = now();
  }

  @Override
  public void take(Captured captured) {
    RequestRecord record = captured.record();
    if (!record.last() || record.startNanos() < beganNanos) {
      return;
    }
    if (ended && capBytes > endedAtBytes) {
      ended = false;
      print.accept("the capture goes on; %,d requests are not in it".formatted(lostInARow));
      lostInARow = 0;
    }
    if (ended || nowNanos < retryNanos) {
      lost++;
      lostInARow++;
      return;
    }
    append(CaptureLine.of(record, facts(record, captured.prompt())));
  }

  private CaptureLine.Facts facts(RequestRecord record, PromptBlocks prompt) {
    int counted = record.inputTokens();
    if (counted > 0) {
      countedTokens += counted;
      countedBytes += prompt.bytes();
    }
    GatewayInfo gatewayInfo = record.passage();
    String named = gatewayInfo == null ? "" : gatewayInfo.session();
    String tenant = gatewayInfo == null ? "" : gatewayInfo.tenant();
    Session session = named.isEmpty() ? new Session(-1) : session(named);
    return new CaptureLine.Facts(
        beganNanos,
        prompt.bytes(),
        counted > 0 ? counted : estimate(prompt.bytes()),
        counted <= 0,
        session.number,
        session.turns++,
        tenant.isEmpty() ? -1 : tenants.of(digest(tenant)),
        pairs(prompt.digests()));
  }

  private long estimate(long bytes) {
    double perByte = countedBytes == 0 ? TOKENS_PER_BYTE : countedTokens / countedBytes;
    return Math.max(1, Math.round(bytes * perByte));
  }

  private Session session(String name) {
    return sessions.computeIfAbsent(digest(name), unknown -> new Session(nextSession++));
  }

  private long digest(String name) {
    ChainedHash hash = new ChainedHash(salt);
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    hash.update(bytes, 0, bytes.length);
    return hash.digest();
  }

  /// Returns the blocks' numbers as runs: the first number of each run and its length.
  private long[] pairs(long[] digests) {
    long[] pairs = new long[2 * digests.length];
    int length = 0;
    for (long digest : digests) {
      long number = blocks.of(digest);
      if (length > 0 && pairs[length - 2] + pairs[length - 1] == number) {
        pairs[length - 1]++;
      } else {
        pairs[length++] = number;
        pairs[length++] = 1;
      }
    }
    return Arrays.copyOf(pairs, length);
  }

  private void append(String line) {
    long cap = capBytes;
    if (file.bytes() + line.length() > cap) {
      ended = true;
      endedAtBytes = cap;
      lost++;
      lostInARow++;
      print.accept("the capture ends at its cap of %,d bytes; traffic goes on".formatted(cap));
      return;
    }
    try {
      file.append(line);
      written++;
      resume();
    } catch (IOException e) {
      refused(e);
    }
  }

  private void resume() {
    if (!trouble.isEmpty()) {
      print.accept("the capture goes on; %,d requests are not in it".formatted(lostInARow));
    }
    trouble = "";
    lostInARow = 0;
  }

  private void refused(IOException why) {
    lost++;
    lostInARow++;
    retryNanos = nowNanos + RETRY_NANOS;
    if (trouble.isEmpty()) {
      trouble = SystemReason.of(why);
      print.accept("the capture stops: " + trouble + "; the traffic itself goes on");
    }
  }

  @Override
  public void beforehand() {
    // Queued requests hold all that is written of them, so nothing is to be read before.
  }

  @Override
  public void tick(long nanos) {
    nowNanos = nanos;
    status = now();
  }

  @Override
  public void end(long nanos) {
    try {
      file.close();
    } catch (IOException e) {
      print.accept("the capture could not be closed: " + SystemReason.of(e));
    }
    status = now();
  }

  private CaptureStatus now() {
    return new CaptureStatus(written, lost, file.bytes(), ended, trouble);
  }

  /// Deletes the closed file.
  void discard() {
    try {
      file.delete();
    } catch (IOException e) {
      print.accept("an empty capture stays behind: " + SystemReason.of(e));
    }
  }

  /// Changes the size cap; from any thread.
  void setCap(long bytes) {
    capBytes = bytes;
  }

  /// Returns when the file begins; from any thread.
  long beganNanos() {
    return beganNanos;
  }

  /// Returns the status as of the last tick; from any thread.
  CaptureStatus status() {
    return status;
  }
}
