package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.ProtectionPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayLoopTest {
  private static final long SECOND = 1_000_000_000;
  private static final String CA =
      """
      -----BEGIN CERTIFICATE-----
      MIIBQDCB6KADAgECAgkA6vbLTlB3GCMwCgYIKoZIzj0EAwIwDTELMAkGA1UEAxMC
      Y2EwIBcNMjYxMTI0MTQxNjUyWhgPMjEyNjEwMzExNDE2NTJaMA0xCzAJBgNVBAMT
      AmNhMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEM6lIswZiSU+7YeXhG6UkjKut
      wMJezUXGxumjrbLK+3Gw3aSqBMZC5+Vmaszdx/7OuVTE0elJcK0mhj5/j0U0TqMv
      MC0wHQYDVR0OBBYEFIiAFdFJlVE3qj4c6OiGKlN//CkuMAwGA1UdEwQFMAMBAf8w
      CgYIKoZIzj0EAwIDRwAwRAIgYZ+hR35pOMXx7GM/RBeItA/VT+9iuDsexoiSZ8fw
      TlsCIBxNBQPdCAkKN+Oq8tEuEpC7xlghf3reJeY2HyZTDUe8
      -----END CERTIFICATE-----
      """;

  @TempDir private Path directory;
  private Path file = Path.of("gateway.yaml");
  private final FakeRunning server = new FakeRunning();
  private final List<String> message = new ArrayList<>();
  private long now = 7 * SECOND;
  private PlanSource source = new PlanSource.OfFile(file, Map.of());
  private GatewayStatus.Holder status = starting();
  private GatewayLoop loop = loop();

  @BeforeEach
  void begin() throws IOException {
    file = directory.resolve("gateway.yaml");
    write("");
    source = new PlanSource.OfFile(file, Map.of());
    status =
        new GatewayStatus.Holder(
            GatewayStatus.starting(source.load()).in(GatewayStatus.Phase.SERVING));
    loop = loop();
  }

  private static GatewayStatus.Holder starting() {
    GatewayPlan plan = GatewayPlan.simple(Upstream.of("a", "http://a"), SloClass.of("chat"));
    return new GatewayStatus.Holder(GatewayStatus.starting(plan));
  }

  private GatewayLoop loop() {
    return new GatewayLoop(source, server, status, message::add, () -> now);
  }

  private void looks(int times) {
    for (int i = 0; i < times; i++) {
      now += 2 * SECOND;
      assertThat(loop.step(null)).isEmpty();
    }
  }

  /// Replaces the file by another file, as a Kubernetes volume does.
  private void write(String more) throws IOException {
    Path next = directory.resolve("next.yaml");
    Files.writeString(next, "upstreams: [{url: 'http://a'}]\n" + more);
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void takesOverAFileThatChanged() throws IOException {
    write("pace: 9\n");
    assertThat(loop.step(null)).isEmpty();
    assertThat(server.plans).isEmpty();

    looks(2);

    assertThat(server.plans).hasSize(1);
    assertThat(status.get().plan().accounting().paceTps()).isEqualTo(9);
    assertThat(message).containsExactly("took over pace of " + file);
    assertThat(server.received).containsExactly("took over pace of " + file);
  }

  @Test
  void aFileThatIsStillWrittenIsNotTakenInTheMiddle() throws IOException {
    looks(1);
    for (String more :
        List.of("pace: 9\n", "pace: 9\nattainment: 9", "pace: 9\nattainment: 90%\n")) {
      write(more);
      looks(1);
      assertThat(server.plans).isEmpty();
    }
    looks(1);
    assertThat(message).containsExactly("took over attainment, pace of " + file);
  }

  @Test
  void aCertificateThatIsRenewedIsSeenLikeTheFileThatNamesIt() throws IOException {
    Path ca = Files.writeString(directory.resolve("ca.pem"), CA);
    Path next = directory.resolve("next.yaml");
    Files.writeString(next, "upstreams: [{name: a, url: 'https://a', ca: '" + ca + "'}]\n");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();
    assertThat(server.plans).hasSize(1);

    Files.writeString(ca, "renewed\n" + CA);
    looks(2);
    assertThat(message).last().isEqualTo("took over upstreams of " + file);

    Files.writeString(ca, "no certificate");
    looks(2);
    assertThat(server.plans).hasSize(2);
    assertThat(message)
        .last()
        .asString()
        .contains("is refused", file + ":1:45: upstreams[0].ca", "holds no certificate in PEM");
  }

  @Test
  void aFileThatIsNamedBeforeItIsThereIsTakenOnceItIs() throws IOException {
    Path ca = directory.resolve("ca.pem");
    Path next = directory.resolve("next.yaml");
    Files.writeString(next, "upstreams: [{name: a, url: 'https://a', ca: '" + ca + "'}]\n");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    looks(5);
    assertThat(message).singleElement().asString().contains("cannot read " + ca + ": no such file");

    Files.writeString(ca, CA);
    looks(1);
    assertThat(message).last().isEqualTo("took over upstreams of " + file);
  }

  @Test
  void aBadFileNeverReplacesAGoodOne() throws IOException {
    GatewayPlan good = status.get().plan();
    write("pace: fast\n");
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();

    String why = file + ":2:7: pace must be a number, found \"fast\"";
    assertThat(server.plans).isEmpty();
    assertThat(status.get().plan()).isSameAs(good);
    assertThat(message)
        .containsExactly("the configuration is refused, the one before stays in force: " + why);
    assertThat(server.received).containsExactly("refused: " + why);
    assertThat(status.get().readiness().ready()).isTrue();
    assertThat(status.get().readiness().words()).contains(why);
    assertThat(status.get().problems()).singleElement().asString().contains(why);

    // It is reported once, not every two seconds.
    now += 10 * SECOND;
    assertThat(loop.step(null)).isEmpty();
    assertThat(message).hasSize(1);

    write("");
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();
    assertThat(status.get().problems()).isEmpty();
  }

  @Test
  void aFaultOfOursWhileItReadsTheFileEndsNothing() throws IOException {
    server.fault = "one";
    write("pace: 9\n");
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();
    assertThat(message).singleElement().asString().contains("traffic goes on");
    assertThat(status.get().problems()).singleElement().asString().contains("an internal error");

    // Each is reported once, not every two seconds.
    looks(2);
    assertThat(message).hasSize(1);
    server.fault = "another";
    looks(2);
    assertThat(message).hasSize(2);

    server.fault = "";
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();
    assertThat(server.plans).hasSize(1);
    assertThat(status.get().problems()).isEmpty();
  }

  @Test
  void aFileThatIsGoneChangesNothing() throws IOException {
    Files.delete(file);
    looks(2);
    assertThat(server.plans).isEmpty();
    assertThat(message).singleElement().asString().contains("cannot read " + file);
  }

  @Test
  void saysWhatTakesARestart() throws IOException {
    write("listen: :9100\nlimits: {max-connections: 9}\npace: 9\n");
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();

    assertThat(message)
        .containsExactly(
            "took over pace of "
                + file
                + "; a restart is needed for listen, limits.max-connections");
    assertThat(server.plans.getFirst().listen().port()).isEqualTo(9000);
    assertThat(server.plans.getFirst().accounting().paceTps()).isEqualTo(9);
    assertThat(status.get().problems())
        .containsExactly(
            "the configuration has changed where it takes a restart: listen,"
                + " limits.max-connections");
    assertThat(server.plans.getFirst().protection()).isEqualTo(ProtectionPlan.DEFAULTS);

    write("listen: :9100\npace: 9\n");
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();
    assertThat(message)
        .last()
        .isEqualTo(
            file
                + " is read: it changes nothing that can be taken over; a restart is needed for"
                + " listen");

    // Back to the initial plan: nothing needs a restart any more.
    write("listen: :9000\npace: 9\n");
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();
    assertThat(status.get().problems()).isEmpty();
    assertThat(status.get().readiness().words()).isEqualTo("ready");
  }

  /// The file is right, but only for a gateway that starts with it.
  @Test
  void anUpstreamThatTakesTheGatewaysPlaceWaitsForARestart() throws IOException {
    Path next = directory.resolve("next.yaml");
    Files.writeString(
        next, "upstreams: [{name: b, url: 'http://localhost:9000'}]\nlisten: :9100\n");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();

    String why = file + ": the upstream b is where the gateway itself listens until a restart";
    assertThat(server.plans).isEmpty();
    assertThat(message)
        .containsExactly("the configuration is refused, the one before stays in force: " + why);
    assertThat(server.received).containsExactly("refused: " + why);
  }

  @Test
  void aTerminalThatHangsUpEndsWhatHasNoFile() {
    GatewayPlan plan = status.get().plan();
    assertThat(new PlanSource.Typed(plan).onHangUp()).isEqualTo(SignalAction.TERMINATE);
    assertThat(source.onHangUp()).isEqualTo(SignalAction.RELOAD);
  }

  @Test
  void saysThatNothingChangedToWhoAsks() {
    assertThat(loop.step(SignalAction.RELOAD)).isEmpty();
    assertThat(message).containsExactly("nothing has changed in " + file);
  }

  @Test
  void drainsWithWordsAndEndsWhenNothingIsUnderWay() {
    server.inFlight = 12;
    assertThat(loop.step(SignalAction.TERMINATE)).isEmpty();
    assertThat(server.draining).isTrue();
    assertThat(message).containsExactly("draining 12 streams, press Ctrl-C again to stop now");
    assertThat(status.get().readiness().ready()).isFalse();
    assertThat(status.get().readiness().words()).isEqualTo("not ready: draining");

    server.inFlight = 1;
    assertThat(loop.step(null)).isEmpty();
    server.inFlight = 0;
    assertThat(loop.step(null)).contains(SignalAction.TERMINATE);
    assertThat(message).last().isEqualTo("drained, ending");
  }

  @Test
  void stopsAtOnceWhenAskedAgain() {
    server.inFlight = 2;
    assertThat(loop.step(SignalAction.INTERRUPT)).isEmpty();
    assertThat(loop.step(SignalAction.TERMINATE)).contains(SignalAction.INTERRUPT);
    assertThat(message).last().isEqualTo("stopping now, cutting off 2 streams");
  }

  @Test
  void cutsOffWhatDoesNotEndInTime() {
    server.inFlight = 1;
    assertThat(loop.step(SignalAction.INTERRUPT)).isEmpty();
    now += 29 * SECOND;
    assertThat(loop.step(null)).isEmpty();
    now += SECOND;
    assertThat(loop.step(null)).contains(SignalAction.INTERRUPT);
    assertThat(message)
        .last()
        .isEqualTo("1 stream did not end within timeouts.drain; cutting them off");
  }

  @Test
  void isNotReadyBeforeItListens() {
    status.set(status.get().in(GatewayStatus.Phase.STARTING));
    assertThat(status.get().readiness().words()).isEqualTo("not ready: not listening yet");
  }
}
