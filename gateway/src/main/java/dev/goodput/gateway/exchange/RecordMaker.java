package dev.goodput.gateway.exchange;

import dev.goodput.record.Asked;
import dev.goodput.record.Outcome;
import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.Start;
import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.answer.AnswerReader;
import dev.goodput.wire.dialect.AskFacts;
import org.jspecify.annotations.Nullable;

/// Makes records of attempts; on the observer's thread.
final class RecordMaker {
  private static final int UNKNOWN = -1;

  private final Sessions sessions = new Sessions();
  private long next;

  /// What is known of a question before it is answered.
  ///
  /// @param id the record's
  /// @param facts what the body says, as far as it was read; null where nobody reads it
  /// @param whole whether all of the body was read
  record Question(
      long id,
      @Nullable AskFacts facts,
      boolean whole,
      String model,
      String session,
      Sessions.Turn turn) {}

  Question question(Sight sight, @Nullable AskFacts facts, boolean whole) {
    String inPath = ModelNames.ofPath(sight.caller().path());
    String model = facts == null || !inPath.isEmpty() ? inPath : facts.model();
    String session = session(sight.caller(), facts);
    long id = next++;
    return new Question(id, facts, whole, model, session, sessions.turn(session, id));
  }

  private static String session(Caller caller, @Nullable AskFacts facts) {
    return !caller.session().isEmpty() || facts == null ? caller.session() : facts.session();
  }

  Passed passed(Sight sight, Question question, AttemptRecord over) {
    AskFacts facts = question.facts();
    boolean understood = facts != null && understood(sight, question, facts, over.outcome());
    return new Passed(
        record(sight, question, over),
        understood,
        sight.dialect() == null ? "" : sight.dialect().name(),
        facts,
        over.status(),
        over.answer().opening(),
        sight.caller().traceparent());
  }

  /// What failed before all of the question had come is counted as one: else shedding load, or an
  /// upstream out of reach, would make the figures better. Who left before that asked nothing. What
  /// could not be decoded is one as well: its path says so, and its answer is read.
  private static boolean understood(
      Sight sight, Question question, AskFacts facts, Outcome outcome) {
    boolean sealed = !question.whole() && BodyCoding.coded(sight.caller().coding());
    return sight.complete()
        ? facts.understood() || sealed
        : outcome.failure() || (facts.understood() && outcome instanceof Outcome.Ok);
  }

  private static RequestRecord record(Sight sight, Question question, AttemptRecord over) {
    AskFacts facts = question.facts();
    AnswerLog log = over.answer().log();
    boolean last = over.parting() != Passage.Parting.RETRIED;
    return new RequestRecord(
        question.id(),
        0,
        Math.max(0, over.attempt().number()),
        last,
        streamed(question, log),
        Start.INTENDED,
        new Asked(
            question.turn().session(),
            question.turn().turn(),
            question.turn().turn() + 1,
            UNKNOWN,
            facts == null ? UNKNOWN : facts.maxTokens()),
        stamps(sight, over),
        log.chunks(),
        log.tokens(),
        log.reasoningChunks(),
        over.outcome(),
        passage(sight, question, over));
  }

  /// Where the question does not tell whether a stream was asked for, the answer does.
  private static boolean streamed(Question question, AnswerLog log) {
    AskFacts facts = question.facts();
    return (facts != null && facts.stream())
        || (!question.whole() && Stamps.present(log.firstToken()));
  }

  private static Stamps stamps(Sight sight, AttemptRecord over) {
    AnswerReader answer = over.answer();
    AnswerLog log = answer.log();
    // An attempt may be over before all of its question came, and another one made.
    long asked = Math.min(sight.askedAt(), over.endedNanos());
    Attempt attempt = over.attempt();
    long ended = log.ended() ? log.endEvent() : over.endedNanos();
    return new Stamps(
        asked,
        asked,
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

  /// Where the question could not be read to its end and named no model so far, the answer's.
  private static String model(Question question, AttemptRecord over) {
    return question.model().isEmpty() && question.facts() != null && !question.whole()
        ? over.answer().opening().names().model()
        : question.model();
  }

  private static Passage passage(Sight sight, Question question, AttemptRecord over) {
    return new Passage(
        model(question, over),
        sight.caller().tenant(),
        sight.way().route(),
        over.attempt().upstream(),
        question.session(),
        sight.way().sloClass(),
        sight.caller().receivedNanos(),
        over.firstWrittenNanos(),
        over.lastWrittenNanos(),
        sight.requestBytes(),
        over.answerBytes(),
        over.parting());
  }
}
