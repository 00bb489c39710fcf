package dev.goodput.relay;

import dev.goodput.wire.dial.ConnectionWaiter;
import dev.goodput.wire.http.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One request of a client, from its head to its end, over one or more attempts.
final class Exchange implements ConnectionWaiter<UpstreamConnection> {
  private final ClientConnection client;
  private final RelayLoop loop;
  private final RequestHead head;
  private final RequestBuffer hold;
  private final ResponseForwarder forwarder;
  private final ExchangeDeadlines limits = new ExchangeDeadlines();
  private GuardedListener listener;
  private @Nullable Attempts attempts;
  private Route.@Nullable ByBody awaited;
  private @Nullable UpstreamTransport upstream;
  private @Nullable Runnable dialling;
  private @Nullable ChannelFuture writing;
  private boolean starting;

  /// Whether the gateway has sent `100 Continue`, so that the upstream need not.
  private boolean continued;

  private boolean requestRead;
  private boolean requestSent;
  private boolean over;
  private boolean tunnel;

  Exchange(ClientConnection client, RelayLoop loop, RequestHead head, long now) {
    this.client = client;
    this.loop = loop;
    this.head = head;
    this.hold = new RequestBuffer(head, loop.share(this::memoryEvicted));
    this.listener = new GuardedListener(ExchangeListener.NONE, loop.counts());
    this.forwarder = new ResponseForwarder(this, client.writer(), loop, head);
  }

  /// Follows the route. What is written to a pooled connection waits for [#flush].
  void start(Route route) {
    starting = true;
    follow(route);
    starting = false;
  }

  private void follow(Route route) {
    switch (route) {
      case Route.Forward forward -> {
        attempts = new Attempts(forward);
        hold.keepsCopy(attempts.several());
        seenBy(forward.listener());
        tryNext();
      }
      case Route.Refuse refuse -> {
        seenBy(refuse.listener());
        refuse(refuse);
      }
      case Route.ByBody wait -> {
        awaited = wait;
        hold.keepsCopy(true);
        continued = client.sendContinueIfExpected(head);
      }
    }
  }

  private void seenBy(ExchangeListener by) {
    awaited = null;
    listener = new GuardedListener(by, loop.counts());
    hold.show(listener);
  }

  private void refuse(Route.Refuse refuse) {
    ExchangeOutcome ending = new ExchangeOutcome.Refused(refuse.status(), refuse.type());
    refuseLocally(refuse, ending, loop.now());
  }

  private void refuseLocally(Route.Refuse refusal, ExchangeOutcome ending, long now) {
    over = true;
    hold.release();
    client.writer().send(LocalResponses.error(refusal, head.method().equals("HEAD")));
    listener.ended(ending, now);
    client.answered(false);
  }

  private void tryNext() {
    Upstream next = currentUpstream();
    listener.notifyListener(to -> to.attempt(next, loop.now()));
    loop.connect(this, next);
  }

  Upstream currentUpstream() {
    return Objects.requireNonNull(attempts, "no route yet").current();
  }

  /// Whether the client's connection can carry another request after this one.
  boolean persists() {
    return client.persists(head);
  }

  GuardedListener listener() {
    return listener;
  }

  @Override
  public void connecting(Runnable leaves) {
    dialling = leaves;
  }

  /// Starts the attempt on a connection or stream that is ready.
  void connected(UpstreamTransport made, boolean reused, long now) {
    dialling = null;
    if (over) {
      made.close();
      return;
    }
    upstream = made;
    made.carry(this);
    listener.notifyListener(to -> to.connected(reused, now));
    writing =
        made.write(
            hold.begin(HeadRewriter.request(head, currentUpstream(), loop.mark(), continued)));
    if (!starting) {
      flush();
    }
    client.reads(true);
  }

  /// Flushes what was written to the upstream.
  void flush() {
    UpstreamTransport to = upstream;
    ChannelFuture write = writing;
    if (to == null || write == null) {
      return;
    }
    writing = null;
    to.flush();

    // Once the request is complete, reading continues so that a disconnect of the client is
    // noticed.
    client.reads(to.writable() || (requestRead && !tunnel));
    waitsToSend(!to.writable());
    if (!requestRead) {
      return;
    }
    if (write.isSuccess()) {
      sent();
    } else {
      write.addListener(done -> {
        if (done.isSuccess()) {
          sent();
        }
      });
    }
  }

  /// Limits how long the upstream may take nothing of the request. The limit is the same as for a
  /// pause in a response.
  private void waitsToSend(boolean on) {
    long limit = on && !forwarder.begun() ? currentUpstream().idleNanos() : 0;
    limits.sendBy(limit > 0 ? loop.now() + limit : Long.MAX_VALUE);
  }

  private void sent() {
    if (!over && !requestSent) {
      requestSent = true;
      long now = loop.now();
      listener.notifyListener(to -> to.sent(now));
      long limit = forwarder.begun() ? 0 : currentUpstream().firstByteNanos();
      limits.answerBy(ExchangeDeadlines.after(now, limit));
    }
  }

  @Override
  public void connected(UpstreamConnection connection) {
    connected(connection, false, loop.now());
  }

  @Override
  public void notConnected(Throwable cause) {
    dialling = null;
    if (!over) {
      unanswered(UpstreamErrors.kind(cause), UpstreamErrors.reason(cause), loop.now());
    }
  }

  /// Ends an attempt that brought no response: starts another one if the route has one, otherwise
  /// sends an error to the client.
  private void unanswered(ExchangeOutcome.NoAnswer.Kind kind, String detail, long now) {
    Route.Refuse refusal = UpstreamErrors.refusal(currentUpstream().name(), kind, detail);
    ExchangeOutcome.NoAnswer ending = new ExchangeOutcome.NoAnswer(refusal.status(), kind, detail);
    boolean unsent = upstream == null;
    dropUpstream();
    if (unsent && attempts != null && attempts.afterNoConnection() && hold.repeatable()) {
      again(attempts, ending, now);
      return;
    }
    refuseLocally(refusal, ending, now);
  }

  private void again(Attempts those, ExchangeOutcome ending, long now) {
    listener.notifyListener(to -> to.attemptFailed(ending, now));
    those.next();
    requestSent = false;
    limits.clear();
    forwarder.forget();
    tryNext();
  }

  /// Whether the response is withheld from the client because another upstream is tried after a
  /// 503. If not, no further attempt follows, and the buffered request is released.
  boolean retryAfterStatus(int status, long now) {
    Attempts those = attempts;
    if (status != 503 || those == null || !those.after503() || !hold.whole()) {
      hold.discard();
      return false;
    }
    dropUpstream();
    again(those, new ExchangeOutcome.Refused(status, "upstream_503"), now);
    return true;
  }

  /// Takes decoded bytes of the request's body.
  void requestSeen(byte[] bytes, int from, int to) {
    listener.notifyListener(each -> each.requestBody(bytes, from, to));
    hold.countBody(to - from);
  }

  /// Takes bytes of the request's body as received; this exchange owns them from here on.
  void requestBytes(ByteBuf bytes) {
    UpstreamTransport to = upstream;
    if (over) {
      bytes.release();
    } else if (to != null) {
      hold.copy(bytes);
      writing = to.write(bytes);
    } else if (hold.add(bytes)) {
      client.reads(hold.takesMore());
      routeByPartialBody();
    } else {
      evicted();
    }
  }

  /// Handles the loss of the buffer's memory to another request.
  private void memoryEvicted() {
    if (upstream != null) {
      hold.discard();
    } else if (!over) {
      evicted();
    }
  }

  /// Refuses a request whose body can no longer be buffered.
  private void evicted() {
    loop.counts().add(RelayCounts.Event.CROWDED_OUT);
    dropUpstream();
    Route.ByBody wait = awaited;
    if (wait == null) {
      refuse(RequestBuffer.NO_ROOM);
    } else {
      follow(wait.evicted().apply(hold.body()));
    }
  }

  /// Whether the request is buffered until its body is complete.
  boolean waitsForBody() {
    return awaited != null;
  }

  /// Routes by the first part of a body that is too long to be buffered whole.
  private void routeByPartialBody() {
    Route.ByBody wait = awaited;
    if (wait != null && (hold.bodyLength() >= wait.maxBytes() || !hold.takesMore())) {
      start(wait.next().apply(hold.body()));
    }
  }

  /// Handles the end of the request.
  void requested(long now) {
    requestRead = true;
    hold.complete(now);
    Route.ByBody wait = awaited;
    if (wait == null) {
      listener.notifyListener(to -> to.requested(now));
    } else {
      start(wait.next().apply(hold.body()));
    }
  }

  void upstreamWritable(boolean writable) {
    waitsToSend(!writable);
    if (!requestRead || tunnel) {
      client.reads(writable);
    }
  }

  /// Forwards bytes that the upstream sent.
  void answer(ByteBuf bytes, long now) {
    if (tunnel) {
      forwarder.passed(now);
      client.writer().send(bytes);
    } else {
      forwarder.take(bytes, now);
    }
    if (forwarder.begun()) {
      limits.clear();
    }
    if (!client.writer().writable()) {
      clientWritable(false);
    }
  }

  void clientWritable(boolean writable) {
    UpstreamTransport from = upstream;
    if (from != null && writable) {
      limits.taken();
      from.resume();
    } else if (from != null) {
      from.pause();
      limits.takeBy(client.stallDeadline());
    }
  }

  /// Both sides switch to another protocol.
  void becomesTunnel() {
    tunnel = true;
    client.tunnels(this);
  }

  boolean tunnels() {
    return tunnel;
  }

  /// Forwards a client's bytes after a protocol switch; this exchange owns them from here on.
  void forwardTunnel(ByteBuf bytes) {
    UpstreamTransport to = upstream;
    if (to == null) {
      bytes.release();
    } else {
      forwarder.passed(loop.now());
      writing = to.write(bytes);
    }
  }

  /// Ends the exchange after the whole response was written to the client.
  void answered(boolean reusable, boolean byClose, long now) {
    over = true;
    UpstreamTransport from = upstream;
    upstream = null;
    if (from != null && reusable && requestRead) {
      from.release(now);
    } else if (from != null) {
      from.abandon();
    }
    hold.release();
    listener.ended(new ExchangeOutcome.Whole(byClose), now);
    client.answered(forwarder.persists());
  }

  /// Handles the end of the upstream's connection.
  void upstreamEnded(@Nullable Throwable cause, long now) {
    if (over) {
      return;
    }
    String detail = cause == null ? "it closed the connection" : String.valueOf(cause.getMessage());
    if (tunnel) {
      end(new ExchangeOutcome.Upgraded(), now);
      client.cut(cause != null);
    } else if (!forwarder.begun()) {
      unanswered(ExchangeOutcome.NoAnswer.Kind.BROKEN, detail, now);
    } else if (cause == null && forwarder.endsByClose()) {
      answered(false, true, now);
    } else {
      end(new ExchangeOutcome.Cut(cause != null, detail), now);
      client.cut(cause != null || forwarder.clientSeesClose());
    }
  }

  /// Handles a response that is not valid HTTP.
  void malformed(String detail, long now) {
    unanswered(ExchangeOutcome.NoAnswer.Kind.MALFORMED, detail, now);
  }

  private void end(ExchangeOutcome ending, long now) {
    over = true;
    dropUpstream();
    hold.release();
    listener.ended(ending, now);
  }

  private void dropUpstream() {
    UpstreamTransport from = upstream;
    upstream = null;
    if (from != null) {
      from.abandon();
    }
    Runnable making = dialling;
    dialling = null;
    if (making != null) {
      making.run();
    }
  }

  /// Handles the end of the client's connection.
  ///
  /// @param byUs whether the gateway closed it
  void clientGone(boolean byUs, long now) {
    if (!over) {
      ExchangeOutcome ending =
          byUs ? new ExchangeOutcome.BrokenOff() : new ExchangeOutcome.ClientLeft(false);
      end(tunnel ? new ExchangeOutcome.Upgraded() : ending, now);
    }
  }

  /// Ends the exchange because its request turned out to be malformed.
  ///
  /// @return whether a response has started, so that no error can be sent
  boolean refuseInProgress(int status, String type, long now) {
    boolean answering = forwarder.begun();
    if (!over) {
      end(new ExchangeOutcome.Refused(status, type), now);
    }
    return answering;
  }

  long deadlineNanos() {
    long idle = limits.stalls() ? Long.MAX_VALUE : forwarder.idleDeadline();
    return Math.min(limits.nearest(), idle);
  }

  /// Handles an expired time limit of the exchange.
  void overdue(long now) {
    String late = limits.upstreamLate(now);
    if (late != null) {
      unanswered(ExchangeOutcome.NoAnswer.Kind.FIRST_BYTE_TIMEOUT, late, now);
    } else if (limits.clientStalled(now) && client.takes()) {
      limits.takeBy(client.stallDeadline());
    } else if (limits.clientStalled(now)) {
      end(new ExchangeOutcome.ClientLeft(true), now);
      client.cut(true);
      client.writer().close();
    } else {
      end(new ExchangeOutcome.IdleTimeout(), now);
      client.cut(true);
    }
  }
}
