package dev.goodput.gateway.exchange;

import dev.goodput.record.Asked;
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
  record Question(
      long id, @Nullable AskFacts facts, String model, String session, Sessions.Turn turn) {}

  Question question(Sight sight, @Nullable AskFacts facts) {
    String model = facts == null ? "" : facts.model();
    String session = session(sight.caller(), facts);
    long id = next++;
    return new Question(id, facts, model, session, sessions.turn(session, id));
  }

  private static String session(Caller caller, @Nullable AskFacts facts) {
    return !caller.session().isEmpty() || facts == null ? caller.session() : facts.session();
  }

  Passed passed(Sight sight, Question question, AttemptRecord over) {
    AskFacts facts = question.facts();
    boolean understood = facts != null && facts.understood();
    return new Passed(
        record(sight, question, over),
        understood,
        sight.dialect() == null ? "" : sight.dialect().name(),
        facts,
        over.status(),
        over.answer().opening(),
        sight.caller().traceparent());
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
        facts != null && facts.stream(),
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

  private static Stamps stamps(Sight sight, AttemptRecord over) {
    AnswerReader answer = over.answer();
    AnswerLog log = answer.log();
    long asked = sight.askedAt();
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

  private static Passage passage(Sight sight, Question question, AttemptRecord over) {
    return new Passage(
        question.model(),
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
