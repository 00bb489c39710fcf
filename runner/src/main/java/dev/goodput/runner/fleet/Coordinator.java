package dev.goodput.runner.fleet;

import dev.goodput.history.SharedClock;
import dev.goodput.load.Slice;
import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import dev.goodput.runner.Clocks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The coordinator of one load: registers workers, measures their clocks, gives the common start
/// and collects the logs of workers on other machines. No request passes through it.
public final class Coordinator implements AutoCloseable {
  /// From the moment at which all are ready to the start.
  private static final long LEAD_NANOS = 2_000_000_000;

  private static final long BETWEEN_ROUNDS_NANOS = 10_000_000_000L;
  private static final int HANDSHAKE_MILLIS = 10_000;

  /// How long a worker may be silent. It answers exchanges of the clocks whatever else it does.
  private static final int SILENCE_SECONDS = 30;

  private static final int BACKLOG = 1024;

  private final ServerSocket server;
  private final Address address;
  private final Plan plan;
  private final Clocks clocks;
  private final String run = Protocol.random();
  private final List<Seat> seats = new ArrayList<>();
  private final Semaphore news = new Semaphore(0);
  private long beginNanos;
  private boolean begun;
  private boolean closed;

  /// What the coordinator has to know.
  ///
  /// @param slices how many slices the load has
  /// @param local how many of them, from the first on, this machine runs
  /// @param folder where the logs of the others go, one directory each
  /// @param version the version of this program
  /// @param secret what workers prove to know; empty for none
  public record Plan(int slices, int local, Path folder, String version, String secret) {
    /// Returns the directory of a slice.
    public Path slice(int number) {
      return folder.resolve("slice-" + number);
    }
  }

  private Coordinator(ServerSocket server, Address address, Plan plan, Clocks clocks) {
    this.server = server;
    this.address = address;
    this.plan = plan;
    this.clocks = clocks;
    for (int number = 1; number <= plan.slices(); number++) {
      seats.add(new Seat(number));
    }
  }

  /// Starts to listen.
  ///
  /// @throws AppException.Usage if it cannot
  public static Coordinator listen(Address at, Plan plan, Clocks clocks) {
    try {
      ServerSocket server = new ServerSocket(at.port(), BACKLOG, InetAddress.getByName(at.host()));
      Address address = new Address(at.host(), server.getLocalPort());
      Coordinator coordinator = new Coordinator(server, address, plan, clocks);
      Thread.ofPlatform().daemon().name("goodput-coordinator").start(coordinator::accept);
      return coordinator;
    } catch (IOException e) {
      throw new AppException.Usage("--listen %s: %s".formatted(at, SystemReason.of(e)));
    }
  }

  /// Returns where workers connect to.
  public Address address() {
    return address;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.ofPlatform().daemon().name("goodput-worker").start(() -> serve(socket));
      }
    } catch (IOException e) {
      return; // closed
    }
  }

  private void serve(Socket socket) {
    @Nullable Seat seat = null;
    try (MessageStream stream = new MessageStream(socket)) {
      stream.timeout(HANDSHAKE_MILLIS);
      String nonce = Protocol.random();
      stream.send(Protocol.NONCE + " " + nonce);
      String hello = stream.receive();
      String refusal = refusal(hello, nonce);
      if (!refusal.isEmpty()) {
        stream.send(Protocol.REFUSED + " " + refusal);
        return;
      }
      stream.timeout(Math.toIntExact(TimeUnit.SECONDS.toMillis(SILENCE_SECONDS)));
      seat = seats.get(number(hello) - 1);
      if (!seated(seat, stream)) {
        stream.send(
            "%s slice %d/%d has a worker already"
                .formatted(Protocol.REFUSED, seat.number, plan.slices()));
        seat = null;
        return;
      }
      for (String line = stream.receive(); line != null; line = stream.receive()) {
        receive(seat, stream, line.split(" ", -1));
      }
      lost(seat, "it ended before its result was complete");
    } catch (SocketTimeoutException e) {
      if (seat != null) {
        silent(seat);
      }
    } catch (IOException | IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      if (seat != null) {
        lost(seat, "its connection failed: " + e.getMessage());
      }
    }
  }

  private String refusal(@Nullable String hello, String nonce) {
    String[] words = hello == null ? new String[0] : hello.split(" ", -1);
    if (words.length != 4 || !words[0].equals(Protocol.HELLO)) {
      return "this is the coordinator of goodput fleet bench";
    }
    if (!words[3].equals(Protocol.proof(plan.secret(), nonce))) {
      return "set %s to the same secret on all machines".formatted(FleetSecret.VARIABLE);
    }
    if (!words[1].equals(plan.version())) {
      return "this worker is goodput %s and the coordinator %s".formatted(words[1], plan.version());
    }
    String of = words[2].substring(words[2].indexOf('/') + 1);
    return of.equals(Integer.toString(plan.slices()))
        ? ""
        : "slice %s is not of this load, which has %d slices".formatted(words[2], plan.slices());
  }

  private static int number(@Nullable String hello) {
    String slice = String.valueOf(hello).split(" ", -1)[2];
    return Integer.parseInt(slice.substring(0, slice.indexOf('/')));
  }

  private synchronized boolean seated(Seat seat, MessageStream stream) {
    if (seat.state != Seat.State.AWAITED || begun || closed) {
      return false;
    }
    seat.state = Seat.State.REGISTERED;
    seat.stream = stream;
    seat.send(Protocol.WELCOME + " " + (seat.number > plan.local()));
    seat.measureClocks(clocks);
    news.release();
    return true;
  }

  private void receive(Seat seat, MessageStream stream, String[] words) throws IOException {
    long now = clocks.nanos();
    long wall = clocks.wallNanos();
    if (words[0].equals(Protocol.FILE)) {
      if (!Protocol.FILES.contains(words[1]) || seat.number <= plan.local()) {
        throw new IOException("unexpected file " + words[1]);
      }
      Path folder = Files.createDirectories(plan.slice(seat.number));
      stream.receiveFile(folder.resolve(words[1]), Long.parseLong(words[2]));
      return;
    }
    synchronized (this) {
      switch (words[0]) {
        case Protocol.PONG -> {
          if (seat.answered(words, now, wall, clocks) && seat.ended) {
            sendClock(seat);
          }
        }
        case Protocol.READY -> ready(seat, words[1]);
        case Protocol.PROGRESS -> {
          seat.requests = Long.parseLong(words[1]);
          seat.failed = Long.parseLong(words[2]);
          seat.inFlight = Long.parseLong(words[3]);
        }
        case Protocol.ENDED -> {
          seat.ended = true;
          seat.inFlight = 0;
          seat.measureClocks(clocks);
        }
        case Protocol.DONE -> {
          seat.state = Seat.State.DONE;
          seat.send(Protocol.TAKEN);
        }
        default -> throw new IOException("unknown line " + words[0]);
      }
      news.release();
    }
  }

  private void sendClock(Seat seat) {
    seat.ended = false;
    seat.clocks
        .shared(run, beginNanos)
        .ifPresent(clock -> seat.send(Protocol.CLOCK + " " + clock.encode()));
  }

  /// Takes a worker that is ready, unless its load is another than that of the others.
  private void ready(Seat seat, String load) throws IOException {
    seat.load = Protocol.decode(load);
    for (Seat other : seats) {
      String difference =
          other.state == Seat.State.READY ? Seat.difference(other.load, seat.load) : "";
      if (!difference.isEmpty()) {
        seat.send(Protocol.REFUSED + " start all workers with the same options: " + difference);
        throw new IOException("it has other options: " + difference);
      }
    }
    seat.state = Seat.State.READY;
    seat.roundsBefore = seat.clocks.rounds();
    seat.measureClocks(clocks);
  }

  private synchronized void lost(Seat seat, String reason) {
    if (seat.state == Seat.State.DONE || seat.state == Seat.State.LOST) {
      return;
    }
    if (!begun) {
      seat.free();
    } else if (seat.number > plan.local()) {
      lose(seat, reason);
    } else { // how its process ends is known in a moment
      seat.closed = true;
      seat.closedNanos = clocks.nanos();
    }
    news.release();
  }

  private void silent(Seat seat) {
    String reason = "it did not answer for " + SILENCE_SECONDS + " s";
    if (begun()) {
      gone(seat.number, reason);
    } else {
      lost(seat, reason);
    }
  }

  private synchronized boolean begun() {
    return begun;
  }

  private static void lose(Seat seat, String reason) {
    seat.state = Seat.State.LOST;
    seat.inFlight = 0;
    seat.reason =
        seat.requests == 0
            ? reason
            : "%s, after about %d requests".formatted(reason, seat.requests);
  }

  /// Marks a worker on this machine as gone, unless its result is complete.
  ///
  /// @param reason how its process ended
  public synchronized void gone(int number, String reason) {
    Seat seat = seats.get(number - 1);
    if (seat.state != Seat.State.DONE && seat.state != Seat.State.LOST) {
      lose(seat, reason);
      news.release();
    }
  }

  /// Gives the common start if all workers are ready.
  ///
  /// @return whether it was given
  public synchronized boolean startLoad() {
    if (!seats.stream().allMatch(Seat::canStart)) {
      return false;
    }
    begun = true;
    beginNanos = clocks.nanos() + LEAD_NANOS;
    for (Seat seat : seats) {
      SharedClock clock = seat.clocks.shared(run, beginNanos).orElseThrow();
      seat.state = Seat.State.RUNNING;
      seat.send(
          "%s %d %s".formatted(Protocol.START, beginNanos + clock.offsetNanos(), clock.encode()));
    }
    return true;
  }

  /// Waits for news, at most a time, measures clocks again that were measured long ago, and gives
  /// up processes that have closed their connection but do not end.
  public void await(long millis) throws InterruptedException {
    if (news.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
      news.drainPermits();
    }
    measureClocks();
    giveUpClosed();
  }

  private synchronized void giveUpClosed() {
    long silence = TimeUnit.SECONDS.toNanos(SILENCE_SECONDS);
    for (Seat seat : seats) {
      if (seat.closed && clocks.nanos() - seat.closedNanos > silence) {
        gone(seat.number, "it closed its connection, and its process did not end");
      }
    }
  }

  private synchronized void measureClocks() {
    for (Seat seat : seats) {
      boolean there =
          seat.state == Seat.State.REGISTERED
              || seat.state == Seat.State.READY
              || seat.state == Seat.State.RUNNING;
      if (there && !seat.ended && clocks.nanos() - seat.roundNanos > BETWEEN_ROUNDS_NANOS) {
        seat.measureClocks(clocks);
      }
    }
  }

  /// Returns whether every worker's result is complete or missing.
  public synchronized boolean over() {
    return seats.stream()
        .allMatch(seat -> seat.state == Seat.State.DONE || seat.state == Seat.State.LOST);
  }

  /// Returns the slices that are not ready for the start, such as `2/4`.
  public synchronized List<String> awaited() {
    return numbers(seat -> seat.state != Seat.State.READY && seat.state != Seat.State.RUNNING)
        .stream()
        .map(this::shard)
        .toList();
  }

  /// Returns the numbers of the slices whose result is complete.
  public synchronized List<Integer> complete() {
    return numbers(seat -> seat.state == Seat.State.DONE);
  }

  /// Returns the numbers of the slices whose worker is lost.
  public synchronized List<Integer> lost() {
    return numbers(seat -> seat.state == Seat.State.LOST);
  }

  /// Marks all workers as lost whose result is not complete.
  ///
  /// @param reason why nothing waits for them any more
  public synchronized void giveUp(String reason) {
    seats.forEach(seat -> gone(seat.number, reason));
  }

  /// Returns a sentence on each slice that is missing.
  public synchronized List<String> losses() {
    return seats.stream()
        .filter(seat -> seat.state == Seat.State.LOST)
        .map(seat -> "worker " + shard(seat.number) + " was lost: " + seat.reason)
        .toList();
  }

  /// Returns the progress in one line, after the start.
  public synchronized String progress() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(clocks.nanos() - beginNanos);
    long requests = seats.stream().mapToLong(seat -> seat.requests).sum();
    long failed = seats.stream().mapToLong(seat -> seat.failed).sum();
    long inFlight = seats.stream().mapToLong(seat -> seat.inFlight).sum();
    int lost = numbers(seat -> seat.state == Seat.State.LOST).size();
    return "%d s: %d workers%s, %d requests ended, %d failed, %d in flight"
        .formatted(
            Math.max(0, seconds),
            plan.slices() - lost,
            lost == 0 ? "" : " (" + lost + " lost)",
            requests,
            failed,
            inFlight);
  }

  private List<Integer> numbers(Predicate<Seat> wanted) {
    return seats.stream().filter(wanted).map(seat -> seat.number).toList();
  }

  private String shard(int number) {
    return new Slice(number, plan.slices()).toString();
  }

  /// Interrupts all workers.
  ///
  /// @param atOnce whether to drop what is in flight
  public synchronized void interrupt(boolean atOnce) {
    seats.forEach(seat -> seat.send(atOnce ? Protocol.STOP : Protocol.DRAIN));
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      server.close();
    } catch (IOException e) {
      closed = true; // it accepts nothing any more in either case
    }
    for (Seat seat : seats) {
      if (seat.stream != null) {
        seat.stream.close();
      }
    }
  }
}
