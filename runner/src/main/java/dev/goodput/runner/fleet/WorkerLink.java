package dev.goodput.runner.fleet;

import dev.goodput.history.SharedClock;
import dev.goodput.lab.Target;
import dev.goodput.load.Slice;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.live.Progress;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Clocks;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A worker's connection to its coordinator. It answers exchanges of the clocks on a thread of its
/// own. If the coordinator is lost after the start, a worker of another machine goes on with the
/// run, and one of the coordinator's machine ends it as after Ctrl-C.
public final class WorkerLink implements AutoCloseable {
  private static final long POLL_MILLIS = 100;
  private static final long CLOCK_SECONDS = 5;
  private static final long DELIVERY_SECONDS = 60;
  private static final long PROGRESS_NANOS = 1_000_000_000;

  private final Address coordinator;
  private final MessageStream stream;
  private final Clocks clocks;
  private final Target target;
  private final boolean sendsFiles;
  private final CompletableFuture<Begin> begin = new CompletableFuture<>();
  private final CompletableFuture<SharedClock> atEnd = new CompletableFuture<>();
  private final CompletableFuture<Boolean> taken = new CompletableFuture<>();

  /// The common start.
  ///
  /// @param nanos the start by this worker's monotonic clock
  /// @param clock how this worker's clocks differ, as far as it is known
  public record Begin(long nanos, SharedClock clock) {}

  private WorkerLink(
      Address coordinator, MessageStream stream, Clocks clocks, Target target, boolean sendsFiles) {
    this.coordinator = coordinator;
    this.stream = stream;
    this.clocks = clocks;
    this.target = target;
    this.sendsFiles = sendsFiles;
  }

  /// Registers as a worker. Waits for a coordinator that does not listen yet.
  ///
  /// @param version the version of this program, which must be the coordinator's
  /// @param secret the secret; empty for none
  /// @param target what to drain when the coordinator's user interrupts the run
  /// @param timeout how long to wait for the coordinator
  /// @throws AppException.Usage if it does not answer, or refuses this worker
  public static WorkerLink register(
      Address coordinator,
      Slice slice,
      String version,
      String secret,
      Clocks clocks,
      Target target,
      Duration timeout) {
    try {
      MessageStream stream = new MessageStream(connected(coordinator, clocks, target, timeout));
      stream.timeout(Math.toIntExact(TimeUnit.SECONDS.toMillis(CLOCK_SECONDS)));
      String nonce = value(stream.receive(), Protocol.NONCE);
      stream.send(
          "%s %s %s %s".formatted(Protocol.HELLO, version, slice, Protocol.proof(secret, nonce)));
      String files = value(stream.receive(), Protocol.WELCOME);
      stream.timeout(0);
      WorkerLink link =
          new WorkerLink(coordinator, stream, clocks, target, Boolean.parseBoolean(files));
      Thread.ofPlatform().daemon().name("goodput-coordinator").start(link::listen);
      return link;
    } catch (IOException e) {
      throw new AppException.Usage(
          "--coordinator %s: %s".formatted(coordinator, SystemReason.of(e)));
    }
  }

  private static Socket connected(
      Address coordinator, Clocks clocks, Target target, Duration timeout) throws IOException {
    long until = clocks.nanos() + timeout.toNanos();
    while (true) {
      Socket socket = new Socket();
      try {
        socket.connect(coordinator.socket(), (int) TimeUnit.SECONDS.toMillis(CLOCK_SECONDS));
        return socket;
      } catch (IOException e) {
        socket.close();
        if (clocks.nanos() - until > 0 || target.interrupted() != null) {
          throw e;
        }
        target.pause(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
      }
    }
  }

  /// Returns what follows a word in a line that must start with it.
  private static String value(@Nullable String line, String word) throws IOException {
    if (line != null && line.startsWith(Protocol.REFUSED + " ")) {
      throw new IOException(line.substring(Protocol.REFUSED.length() + 1));
    }
    if (line == null || !line.startsWith(word + " ")) {
      throw new IOException("this is no coordinator of goodput fleet bench");
    }
    return line.substring(word.length() + 1);
  }

  private void listen() {
    String why = "it closed the connection before the start";
    try {
      for (String line = stream.receive(); line != null; line = stream.receive()) {
        if (line.startsWith(Protocol.REFUSED + " ")) {
          why = line.substring(Protocol.REFUSED.length() + 1);
          break;
        }
        handle(line.split(" ", -1));
      }
    } catch (IOException | IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      why += ": " + e.getMessage();
    }
    boolean started =
        !begin.completeExceptionally(
            new AppException.Usage("--coordinator %s: %s".formatted(coordinator, why)));
    atEnd.cancel(false);
    boolean before = taken.complete(false);
    if (started && before && !sendsFiles) {
      target.drain();
    }
  }

  private void handle(String[] words) throws IOException {
    switch (words[0]) {
      case Protocol.PING ->
          stream.send(
              "%s %s %d %d".formatted(Protocol.PONG, words[1], clocks.nanos(), clocks.wallNanos()));
      case Protocol.START ->
          begin.complete(new Begin(Long.parseLong(words[1]), SharedClock.decode(words[2])));
      case Protocol.TAKEN -> taken.complete(true);
      case Protocol.CLOCK -> atEnd.complete(SharedClock.decode(words[1]));
      case Protocol.DRAIN -> target.drain();
      case Protocol.STOP -> target.stop();
      default -> throw new IOException("unknown line " + words[0]);
    }
  }

  /// Reports that this worker is ready, and waits for the common start.
  ///
  /// @param load the facts that all workers must share
  /// @return the start; empty if the run was interrupted
  /// @throws AppException.Usage if the coordinator refuses this worker or is lost
  public Optional<Begin> ready(Map<String, String> load) {
    send(Protocol.READY + " " + Protocol.encode(load));
    Optional<Begin> given = Optional.empty();
    while (given.isEmpty() && target.interrupted() == null) {
      try {
        given = Optional.of(begin.get(POLL_MILLIS, TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        // Not yet: whether the user interrupts is looked at now and then.
      } catch (ExecutionException e) {
        throw e.getCause() instanceof AppException refused ? refused : new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
    return given;
  }

  /// Returns a listener that also reports to the coordinator, once a second and at the end of each
  /// level.
  public BenchListener reporting(BenchListener view) {
    return new Reporting(view);
  }

  /// Reports that the last request has ended.
  ///
  /// @return the clocks as they are known now; empty if the coordinator is lost
  public Optional<SharedClock> ended() {
    send(Protocol.ENDED);
    try {
      return Optional.of(atEnd.get(CLOCK_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException | TimeoutException | java.util.concurrent.CancellationException e) {
      return Optional.empty();
    }
  }

  /// Sends the log to a coordinator on another machine, reports that the result is complete, and
  /// waits until the coordinator has it.
  ///
  /// @throws AppException.Machine if the coordinator is lost or does not answer
  public void deliver(RunDirectory run) {
    try {
      if (sendsFiles) {
        for (String name : Protocol.FILES) {
          stream.sendFile(Protocol.FILE + " " + name, run.path().resolve(name));
        }
      }
      stream.send(Protocol.DONE);
      if (!taken.get(DELIVERY_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("it closed the connection");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AppException.Machine("interrupted while the coordinator took the result", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (TimeoutException e) {
      throw undelivered(run, new IOException("no answer for " + DELIVERY_SECONDS + " s"));
    } catch (IOException e) {
      throw undelivered(run, e);
    }
  }

  private AppException undelivered(RunDirectory run, IOException e) {
    return new AppException.Machine(
        "the coordinator at %s did not get the result: %s; copy %s there, and combine the slices"
                .formatted(coordinator, SystemReason.of(e), run.path())
            + " with goodput report",
        e);
  }

  /// Sends a line. A coordinator that is lost shows where an answer is missing.
  private void send(String line) {
    try {
      stream.send(line);
    } catch (IOException e) {
      stream.close();
    }
  }

  @Override
  public void close() {
    stream.close();
  }

  /// Forwards the progress.
  private final class Reporting implements BenchListener {
    private final BenchListener view;
    private long doneBefore;
    private long failedBefore;
    private long done;
    private long failed;
    private long nextNanos;

    Reporting(BenchListener view) {
      this.view = view;
    }

    @Override
    public void warmingUp() {
      view.warmingUp();
    }

    @Override
    public void levelStarted(int index, int levels, Load load) {
      doneBefore += done;
      failedBefore += failed;
      done = 0;
      failed = 0;
      nextNanos = clocks.nanos();
      view.levelStarted(index, levels, load);
    }

    @Override
    public void progress(Progress progress) {
      view.progress(progress);
      done = progress.done();
      failed = progress.failed().values().stream().mapToLong(Long::longValue).sum();
      if (clocks.nanos() - nextNanos >= 0) {
        nextNanos = clocks.nanos() + PROGRESS_NANOS;
        sendProgress(progress.inFlight());
      }
    }

    private void sendProgress(int inFlight) {
      send(
          "%s %d %d %d"
              .formatted(Protocol.PROGRESS, doneBefore + done, failedBefore + failed, inFlight));
    }

    @Override
    public void levelEnded(int index, LevelEnded.Ending ending, String reason) {
      sendProgress(0);
      view.levelEnded(index, ending, reason);
    }
  }
}
