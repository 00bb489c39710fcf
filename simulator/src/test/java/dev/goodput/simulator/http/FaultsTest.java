package dev.goodput.simulator.http;

import static dev.goodput.simulator.http.ServerFixture.chat;
import static dev.goodput.simulator.http.ServerFixture.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.fault.FaultPlan;
import dev.goodput.simulator.testing.RawClient;
import dev.goodput.simulator.testing.Reply;
import dev.goodput.simulator.text.PieceTokenizer;
import dev.goodput.wire.server.ServerOptions;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@Tag("fault")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsTest {
  private static final String USAGE = ",\"stream_options\":{\"include_usage\":true}";
  private final ServerFixture fixture = ServerFixture.plain();

  @AfterAll
  void close() {
    fixture.close();
  }

  @AfterEach
  void leavesNothingInTheEngine() {
    fixture.await(() -> fixture.server.stats().running() == 0);
    assertThat(fixture.server.stats().blocksInUse()).isZero();
  }

  private Reply faulty(String fault) {
    return fixture.post(stream(10, USAGE), "x-goodput-fault: " + fault);
  }

  @Test
  void rejectsWithAMomentToComeBack() {
    Reply busy = faulty("reject");
    assertThat(busy.status()).isEqualTo(503);
    assertThat(busy.head()).contains("retry-after: 1");
    Reply limited = faulty("reject:429:7");
    assertThat(limited.status()).isEqualTo(429);
    assertThat(limited.head()).contains("retry-after: 7");
    assertThat(limited.body()).contains("RateLimitError");
  }

  @Test
  void variesTheTextFromATokenOn() {
    String usual = faulty("").content();
    String varied = faulty("vary:4").content();
    String again = faulty("vary:4").content();
    assertThat(List.of(usual, varied, again)).doesNotHaveDuplicates();
    String start = usual.split(" ", -1)[0];
    assertThat(List.of(varied, again)).allMatch(text -> text.startsWith(start));
    assertThat(PieceTokenizer.count(varied)).isEqualTo(10);
    assertThat(faulty("vary:4:1").content()).isEqualTo(usual); // no other request is processed
  }

  @Test
  void cutsInMidStream() {
    Reply reply = faulty("cut:3");
    assertThat(reply.reset()).isFalse();
    assertThat(reply.complete()).isFalse();
    assertThat(PieceTokenizer.count(reply.content())).isEqualTo(3);
  }

  @Test
  void resetsInMidStream() {
    Reply reply = faulty("reset:3");
    assertThat(reply.reset()).isTrue();
    assertThat(reply.text()).doesNotContain("[DONE]");
  }

  @Test
  void cutsAnAnswerThatIsNotStreamed() {
    Reply reply = fixture.post(chat(10, ""), "x-goodput-fault: cut");
    assertThat(reply.head()).contains("content-length");
    assertThat(reply.body()).doesNotContain("usage");
    Reply reset = fixture.post(chat(10, ""), "x-goodput-fault: reset");
    assertThat(reset.reset()).isTrue();
  }

  @Test
  void endsWithAnErrorEventInEachSpelling() {
    for (int spelling = 1; spelling <= 4; spelling++) {
      Reply reply = faulty("error-event:" + spelling + ":4");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.complete()).isTrue();
      assertThat(PieceTokenizer.count(reply.content())).isEqualTo(4);
      assertThat(reply.body()).contains("planned fault").endsWith("data: [DONE]\n\n");
    }
    assertThat(faulty("error-event:3").body()).contains("\nerror: {");
    assertThat(faulty("error-event:2").body()).contains("\"object\":\"error\"");
    assertThat(fixture.post(chat(5, ""), "x-goodput-fault: error-event").status()).isEqualTo(500);
  }

  @Test
  void answersWithNothing() {
    Reply reply = faulty("empty");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.content()).isEmpty();
    assertThat(reply.body()).contains("\"finish_reason\":\"stop\"").contains("[DONE]");
    assertThat(Reply.number(reply.body(), "completion_tokens")).isZero();
    Reply whole = fixture.post(chat(10, ""), "x-goodput-fault: empty");
    assertThat(whole.body()).contains("\"content\":\"\"");
  }

  @Test
  void leavesOutDoneOrUsage() {
    Reply noDone = faulty("no-done");
    assertThat(noDone.body()).contains("usage").doesNotContain("[DONE]");
    assertThat(noDone.complete()).isTrue();
    Reply noUsage = faulty("no-usage");
    assertThat(noUsage.body()).doesNotContain("usage").contains("[DONE]");
  }

  @Test
  void sendsTheRoleBeforeThePromptIsComputed() {
    try (RawClient client = new RawClient(fixture.server.port())) {
      client.send(
          RawClient.request(
              "POST",
              ServerFixture.CHAT,
              stream(3, ""),
              true,
              "x-goodput-fault: early-role, slow-first-byte:0"));
      String first = client.readUntil("\"role\":\"assistant\"");
      assertThat(first).doesNotContain("\"content\":\" ");
      Reply rest = client.readAll();
      assertThat(rest.text()).doesNotContain("\"role\"").contains("[DONE]");
    }
  }

  @Test
  void framesInOtherWaysThatMeanTheSame() {
    String usual = faulty("no-usage=0").content();
    for (String fault : List.of("crlf", "comments", "split", "coalesce:3", "crlf,comments,split")) {
      Reply reply = faulty(fault);
      assertThat(reply.content()).as(fault).isEqualTo(usual);
      assertThat(reply.complete()).as(fault).isTrue();
    }
    assertThat(faulty("crlf").body()).contains("\r\n\r\n").doesNotContain("}\n\n");
    assertThat(faulty("comments").body()).contains(": keep-alive\n\n");
    assertThat(faulty("split").text()).contains("\r\n1\r\nd\r\n1\r\na\r\n1\r\nt\r\n1\r\na\r\n");
    assertThat(chunks(faulty("coalesce:3"))).isLessThan(chunks(faulty("no-usage=0")));
  }

  private static long chunks(Reply reply) {
    return reply.text().lines().filter(line -> line.matches("[0-9a-f]{1,4}")).count();
  }

  @Test
  void breaksTheJsonOfOneEventAndGoesOn() {
    Reply reply = faulty("malformed");
    assertThat(reply.events()).anyMatch(e -> e.endsWith("\"conte"));
    assertThat(PieceTokenizer.count(reply.content())).isEqualTo(10);
    assertThat(reply.body()).contains("[DONE]");
  }

  @Test
  void stallsAndThenGoesOn() {
    long begun = System.nanoTime();
    Reply stalled = faulty("stall:0.2");
    long afterStall = System.nanoTime();
    assertThat(afterStall - begun).isGreaterThanOrEqualTo(200_000_000);
    assertThat(PieceTokenizer.count(stalled.content())).isEqualTo(10);
    assertThat(stalled.body()).contains("[DONE]");
    Reply slow = faulty("slow-first-byte:0.2");
    assertThat(System.nanoTime() - afterStall).isGreaterThanOrEqualTo(200_000_000);
    assertThat(slow.content()).isEqualTo(stalled.content());
  }

  @Test
  void saysWhatIsWrongWithAFaultHeader() {
    Reply reply = faulty("explode");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body()).contains("explode");
  }

  @Test
  void hitsAShareOfRequests() {
    try (ServerFixture half =
        ServerFixture.with(o -> o.withFaults(FaultPlan.parse("reject:429=0.5")))) {
      int rejected = 0;
      for (int i = 0; i < 40; i++) {
        rejected += half.post(chat(1, "")).status() == 429 ? 1 : 0;
      }
      assertThat(rejected).isBetween(8, 32);
    }
  }

  @Test
  void diesAndComesBackOnTheSamePort() {
    try (ServerFixture dying =
        ServerFixture.with(o ->
            o.withFaults(FaultPlan.parse("crash:2:0.2"))
                .withListen(ServerOptions.plain("127.0.0.1", 0)))) {
      int port = dying.server.port();
      try (RawClient client = new RawClient(port)) {
        client.send(RawClient.request("POST", ServerFixture.CHAT, stream(100_000, ""), false));
        Reply cut = client.readAll();
        assertThat(cut.reset()).isTrue();
      }
      dying.await(() -> answers(port));
      assertThat(dying.server.stats().finished()).isLessThanOrEqualTo(1);
      assertThat(RawClient.post(port, ServerFixture.CHAT, stream(3, "")).complete()).isTrue();
    }
  }

  private static boolean answers(int port) {
    try {
      return RawClient.get(port, "/health").status() == 200;
    } catch (UncheckedIOException | StringIndexOutOfBoundsException e) {
      return false;
    }
  }
}
