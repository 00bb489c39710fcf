package dev.goodput.wire.relay;

import dev.goodput.wire.http.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One request of a client, from its head to its end, over one or more attempts.
final class Exchange implements Seeker {
  private final ClientConnection client;
  private final RelayLoop loop;
  private final RequestHead head;
  private final RequestHold hold;
  private final AnswerPass answer;
  private final Limits limits = new Limits();
  private Watching witness;
  private @Nullable Attempts attempts;
  private Route.@Nullable ByBody awaited;
  private @Nullable UpstreamLeg upstream;
  private @Nullable Runnable dialling;
  private @Nullable ChannelFuture writing;
  private boolean starting;

  /// Whether the gateway has sent `100 Continue`, so that the upstream need not.
  private boolean goesOn;

  private boolean requestRead;
  private boolean requestSent;
  private boolean over;
  private boolean tunnel;

  Exchange(ClientConnection client, RelayLoop loop, RequestHead head, long now) {
    this.client = client;
    this.loop = loop;
    this.head = head;
    this.hold = new RequestHold(head, loop.share(this::losesRoom));
    this.witness = new Watching(Witness.NONE, loop.counts());
    this.answer = new AnswerPass(this, client.outlet(), loop, head);
  }

  /// Follows the route. What is written to a pooled connection waits for [#flush].
  void start(Route route) {
    starting = true;
    go(route);
    starting = false;
  }

  private void go(Route route) {
    switch (route) {
      case Route.Forward forward -> {
        attempts = new Attempts(forward);
        hold.keeps(attempts.several());
        seenBy(forward.witness());
        tryNext();
      }
      case Route.Refuse refuse -> {
        seenBy(refuse.witness());
        refuse(refuse);
      }
      case Route.ByBody wait -> {
        awaited = wait;
        hold.keeps(true);
        goesOn = client.goesOn(head);
      }
    }
  }

  private void seenBy(Witness by) {
    awaited = null;
    witness = new Watching(by, loop.counts());
    hold.show(witness);
  }

  private void refuse(Route.Refuse refuse) {
    Ending ending = new Ending.Refused(refuse.status(), refuse.type());
    replyInstead(refuse, ending, loop.now());
  }

  private void replyInstead(Route.Refuse told, Ending ending, long now) {
    over = true;
    hold.release();
    client.outlet().send(Replies.error(told, head.method().equals("HEAD")));
    witness.ended(ending, now);
    client.answered(false);
  }

  private void tryNext() {
    Upstream next = upstreamAsked();
    witness.attempt(next, loop.now());
    loop.connect(this, next);
  }

  Upstream upstreamAsked() {
    return Objects.requireNonNull(attempts, "no route yet").asked();
  }

  /// Whether the client's connection can carry another request after this one.
  boolean persists() {
    return client.persists(head);
  }

  Watching witness() {
    return witness;
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public void dialling(Runnable leaves) {
    dialling = leaves;
  }

  /// Starts the attempt on a connection or stream that is ready.
  void connected(UpstreamLeg made, boolean reused, long now) {
    dialling = null;
    if (over) {
      made.close();
      return;
    }
    upstream = made;
    made.carry(this);
    witness.connected(reused, now);
    writing =
        made.write(hold.begin(HeadRewriter.request(head, upstreamAsked(), loop.mark(), goesOn)));
    if (!starting) {
      flush();
    }
    client.reads(true);
  }

  /// Flushes what was written to the upstream.
  void flush() {
    UpstreamLeg to = upstream;
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
    long limit = on && !answer.begun() ? upstreamAsked().idleNanos() : 0;
    limits.sendBy(limit > 0 ? loop.now() + limit : Long.MAX_VALUE);
  }

  private void sent() {
    if (!over && !requestSent) {
      requestSent = true;
      long now = loop.now();
      witness.sent(now);
      long limit = answer.begun() ? 0 : upstreamAsked().firstByteNanos();
      limits.answerBy(Limits.after(now, limit));
    }
  }

  @Override
  public void made(UpstreamConnection connection, long now) {
    connected(connection, false, now);
  }

  @Override
  public void notConnected(Throwable cause, long now) {
    dialling = null;
    if (!over) {
      unanswered(NoAnswerWords.kind(cause), NoAnswerWords.reason(cause), now);
    }
  }

  /// Ends an attempt that brought no response: starts another one if the route has one, otherwise
  /// sends an error to the client.
  private void unanswered(Ending.NoAnswer.Kind kind, String detail, long now) {
    Route.Refuse told = NoAnswerWords.told(upstreamAsked().name(), kind, detail);
    Ending.NoAnswer ending = new Ending.NoAnswer(told.status(), kind, detail);
    boolean unsent = upstream == null;
    dropUpstream();
    if (unsent && attempts != null && attempts.afterNoConnection() && hold.kept()) {
      again(attempts, ending, now);
      return;
    }
    replyInstead(told, ending, now);
  }

  private void again(Attempts those, Ending ending, long now) {
    witness.triedInVain(ending, now);
    those.next();
    requestSent = false;
    limits.met();
    answer.forget();
    tryNext();
  }

  /// Whether the response is withheld from the client because another upstream is tried after a
  /// 503. If not, no further attempt follows, and the buffered request is released.
  boolean triesAgainAfter(int status, long now) {
    Attempts those = attempts;
    if (status != 503 || those == null || !those.after503() || !hold.whole()) {
      hold.letGo();
      return false;
    }
    dropUpstream();
    again(those, new Ending.Refused(status, "upstream_503"), now);
    return true;
  }

  /// Takes decoded bytes of the request's body.
  void requestSeen(byte[] bytes, int from, int to) {
    witness.requestBody(bytes, from, to);
    hold.seen(to - from);
  }

  /// Takes bytes of the request's body as received; this exchange owns them from here on.
  void requestBytes(ByteBuf bytes) {
    UpstreamLeg to = upstream;
    if (over) {
      bytes.release();
    } else if (to != null) {
      hold.copy(bytes);
      writing = to.write(bytes);
    } else if (hold.add(bytes)) {
      client.reads(hold.takesMore());
      routeByWhatIsThere();
    } else {
      crowdedOut();
    }
  }

  /// Handles the loss of the buffer's memory to another request.
  private void losesRoom() {
    if (upstream != null) {
      hold.letGo();
    } else if (!over) {
      crowdedOut();
    }
  }

  /// Refuses a request whose body can no longer be buffered.
  private void crowdedOut() {
    loop.counts().noRoom();
    dropUpstream();
    Route.ByBody wait = awaited;
    if (wait == null) {
      refuse(RequestHold.NO_ROOM);
    } else {
      go(wait.crowdedOut().apply(hold.body()));
    }
  }

  /// Whether the request is buffered until its body is complete.
  boolean waitsForBody() {
    return awaited != null;
  }

  /// Routes by the first part of a body that is too long to be buffered whole.
  private void routeByWhatIsThere() {
    Route.ByBody wait = awaited;
    if (wait != null && (hold.bodyLength() >= wait.mostBytes() || !hold.takesMore())) {
      start(wait.next().apply(hold.body()));
    }
  }

  /// Handles the end of the request.
  void requested(long now) {
    requestRead = true;
    hold.complete(now);
    Route.ByBody wait = awaited;
    if (wait == null) {
      witness.requested(now);
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
      answer.passed(now);
      client.outlet().send(bytes);
    } else {
      answer.take(bytes, now);
    }
    if (answer.begun()) {
      limits.met();
    }
    if (!client.outlet().writable()) {
      clientWritable(false);
    }
  }

  void clientWritable(boolean writable) {
    UpstreamLeg from = upstream;
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
  void tunnelled(ByteBuf bytes) {
    UpstreamLeg to = upstream;
    if (to == null) {
      bytes.release();
    } else {
      answer.passed(loop.now());
      writing = to.write(bytes);
    }
  }

  /// Ends the exchange after the whole response was written to the client.
  void answered(boolean reusable, boolean byClose, long now) {
    over = true;
    UpstreamLeg from = upstream;
    upstream = null;
    if (from != null && reusable && requestRead) {
      from.release(now);
    } else if (from != null) {
      from.abandon();
    }
    hold.release();
    witness.ended(new Ending.Whole(byClose), now);
    client.answered(answer.persists());
  }

  /// Handles the end of the upstream's connection.
  void upstreamEnded(@Nullable Throwable cause, long now) {
    if (over) {
      return;
    }
    String detail = cause == null ? "it closed the connection" : String.valueOf(cause.getMessage());
    if (tunnel) {
      end(new Ending.Upgraded(), now);
      client.cut(cause != null);
    } else if (!answer.begun()) {
      unanswered(Ending.NoAnswer.Kind.BROKEN, detail, now);
    } else if (cause == null && answer.endsByClose()) {
      answered(false, true, now);
    } else {
      end(new Ending.Cut(cause != null, detail), now);
      client.cut(cause != null || answer.clientSeesClose());
    }
  }

  /// Handles a response that is not valid HTTP.
  void malformed(String detail, long now) {
    unanswered(Ending.NoAnswer.Kind.MALFORMED, detail, now);
  }

  private void end(Ending ending, long now) {
    over = true;
    dropUpstream();
    hold.release();
    witness.ended(ending, now);
  }

  private void dropUpstream() {
    UpstreamLeg from = upstream;
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
      Ending ending = byUs ? new Ending.BrokenOff() : new Ending.ClientLeft(false);
      end(tunnel ? new Ending.Upgraded() : ending, now);
    }
  }

  /// Ends the exchange because its request turned out to be malformed.
  ///
  /// @return whether a response has started, so that no error can be sent
  boolean refusedMidway(int status, String type, long now) {
    boolean answering = answer.begun();
    if (!over) {
      end(new Ending.Refused(status, type), now);
    }
    return answering;
  }

  long deadlineNanos() {
    long idle = limits.stalls() ? Long.MAX_VALUE : answer.idleDeadline();
    return Math.min(limits.nearest(), idle);
  }

  /// Handles an expired time limit of the exchange.
  void overdue(long now) {
    String late = limits.upstreamLate(now);
    if (late != null) {
      unanswered(Ending.NoAnswer.Kind.FIRST_BYTE_TIMEOUT, late, now);
    } else if (limits.takeOver(now) && client.takes()) {
      limits.takeBy(client.stallDeadline());
    } else if (limits.takeOver(now)) {
      end(new Ending.ClientLeft(true), now);
      client.cut(true);
      client.outlet().close();
    } else {
      end(new Ending.IdleTimeout(), now);
      client.cut(true);
    }
  }
}
