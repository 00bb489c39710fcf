package dev.goodput.gateway.exchange;

import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.answer.AnswerReader;
import dev.goodput.wire.dialect.RequestFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A maker of attempts' records; on the observer's thread.
final class RecordMaker {
  private static final int UNKNOWN = -1;

  private final SessionNumbering sessions = new SessionNumbering();
  private long next;

  /// What is known of a request before its response.
  ///
  /// @param id the record's id
  /// @param facts what the body contains, as far as it was read; null if it is not read
  /// @param whole whether all of the body was read
  record RequestInfo(
      long id,
      @Nullable RequestFacts facts,
      boolean whole,
      String model,
      String session,
      SessionNumbering.Turn turn) {}

  RequestInfo question(ExchangeObserver observer, @Nullable RequestFacts facts, boolean whole) {
    String inPath = ModelNames.ofPath(observer.caller().path());
    String model = facts == null || !inPath.isEmpty() ? inPath : facts.model();
    String session = session(observer.caller(), facts);
    long id = next++;
    return new RequestInfo(id, facts, whole, model, session, sessions.turn(session, id));
  }

  private static String session(Caller caller, @Nullable RequestFacts facts) {
    return !caller.session().isEmpty() || facts == null ? caller.session() : facts.session();
  }

  CompletedAttempt completed(ExchangeObserver observer, RequestInfo question, AttemptResult over) {
    RequestFacts facts = question.facts();
    boolean understood = facts != null && understood(observer, question, facts, over.outcome());
    return new CompletedAttempt(
        record(observer, question, over),
        understood,
        observer.dialect() == null ? "" : observer.dialect().name(),
        facts,
        over.status(),
        over.answer().start(),
        observer.caller().traceparent());
  }

  /// A request that failed before it was complete counts as a request to a model; otherwise
  /// shedding load, or an unreachable upstream, would make the numbers look better. A client that
  /// left before that sent no request. A body that could not be decoded counts too: its path is an
  /// API's, and its response is read.
  private static boolean understood(
      ExchangeObserver observer, RequestInfo question, RequestFacts facts, Outcome outcome) {
    boolean sealed = !question.whole() && BodyCoding.coded(observer.caller().coding());
    return observer.complete()
        ? facts.understood() || sealed
        : outcome.failure() || (facts.understood() && outcome instanceof Outcome.Ok);
  }

  private static RequestRecord record(
      ExchangeObserver observer, RequestInfo question, AttemptResult over) {
    RequestFacts facts = question.facts();
    AnswerLog log = over.answer().log();
    boolean last = over.parting() != GatewayInfo.Parting.RETRIED;
    return new RequestRecord(
        question.id(),
        0,
        Math.max(0, over.attempt().number()),
        last,
        streamed(question, log),
        LatencyOrigin.INTENDED,
        new RequestSpec(
            question.turn().session(),
            question.turn().turn(),
            question.turn().turn() + 1,
            UNKNOWN,
            facts == null ? UNKNOWN : facts.maxTokens()),
        stamps(observer, over),
        log.chunks(),
        log.tokens(),
        log.reasoningChunks(),
        over.outcome(),
        passage(observer, question, over));
  }

  /// If the request does not show whether a stream was requested, the response does.
  private static boolean streamed(RequestInfo question, AnswerLog log) {
    RequestFacts facts = question.facts();
    return (facts != null && facts.stream())
        || (!question.whole() && Stamps.present(log.firstToken()));
  }

  private static Stamps stamps(ExchangeObserver observer, AttemptResult over) {
    AnswerReader answer = over.answer();
    AnswerLog log = answer.log();
    // An attempt may end before all of its request has come, and another attempt may follow.
    long requested = Math.min(observer.requestedAt(), over.endedNanos());
    Attempt attempt = over.attempt();
    long ended = log.ended() ? log.endEvent() : over.endedNanos();
    return new Stamps(
        requested,
        requested,
        attempt.dispatchedNanos(),
        attempt.connectedNanos,
        attempt.sentNanos,
        answer.headersAt(),
        answer.firstByteAt(),
        log.firstToken(),
        log.firstAnswer(),
        log.lastToken(),
        ended);
  }

  /// Returns the request's model; if the request could not be read to its end and named none so
  /// far, the response's.
  private static String model(RequestInfo question, AttemptResult over) {
    return question.model().isEmpty() && question.facts() != null && !question.whole()
        ? over.answer().start().names().model()
        : question.model();
  }

  private static GatewayInfo passage(
      ExchangeObserver observer, RequestInfo question, AttemptResult over) {
    return new GatewayInfo(
        model(question, over),
        observer.caller().tenant(),
        observer.routeNames().route(),
        over.attempt().upstream(),
        question.session(),
        observer.routeNames().sloClass(),
        observer.caller().receivedNanos(),
        over.firstWrittenNanos(),
        over.lastWrittenNanos(),
        observer.requestBytes(),
        over.answerBytes(),
        over.parting());
  }

  /// The numbers of sessions and their turns, for the most recently used sessions.
  private static final class SessionNumbering {
    private static final int MOST = 50_000;

    private final Map<String, Turn> latest =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Turn> eldest) {
            return size() > MOST;
          }
        };

    /// A turn of a session.
    ///
    /// @param session the session's number
    /// @param turn its index in the session, from 0
    record Turn(long session, int turn) {}

    /// Returns the next turn of a session; a request without a session is its own session.
    ///
    /// @param id the request's id, which becomes the number of a session that starts with it
    Turn turn(String session, long id) {
      if (session.isEmpty()) {
        return new Turn(id, 0);
      }
      return latest.merge(
          session, new Turn(id, 0), (before, _) -> new Turn(before.session(), before.turn() + 1));
    }
  }
}
