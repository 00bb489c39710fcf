package dev.goodput.app.watch;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.endpoint.CommonOptions;
import dev.goodput.app.endpoint.RequestOptions;
import dev.goodput.app.endpoint.TargetOptions;
import dev.goodput.app.endpoint.WorkloadOptions;
import dev.goodput.lab.Target;
import dev.goodput.load.LevelPlan;
import dev.goodput.monitor.watch.ProbeSchedule;
import dev.goodput.monitor.watch.ProbeTarget;
import dev.goodput.record.HostFacts;
import dev.goodput.record.Manifest;
import dev.goodput.runner.AppException;
import dev.goodput.runner.endpoint.PreflightScreen;
import dev.goodput.runner.endpoint.TargetPlan;
import dev.goodput.runner.endpoint.TargetSession;
import dev.goodput.workload.arrival.Arrivals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The servers to probe, with an open session each.
///
/// @param sessions the sessions, in the order in which the servers were named
/// @param all the servers in that order
record ProbeTargets(List<TargetSession> sessions, List<ProbeTarget> all) implements AutoCloseable {
  /// Reads which servers to probe and how. Opens nothing.
  ///
  /// @throws AppException.Usage no server named, or one named twice
  /// @throws dev.goodput.wire.BadSettingException an invalid URL
  static List<TargetPlan> read(WatchOptions options) {
    WorkloadOptions what = options.probe.what();
    RequestOptions how = RequestOptions.within(options.probe.timeout);
    List<TargetPlan> all = new ArrayList<>();
    for (TargetOptions target : options.targetOptions.each()) {
      CommonOptions.check(target, what, how);
      all.add(CommonOptions.of(target, what, how));
    }
    refuse(all.isEmpty(), "no server to probe; name one with --url URL");
    return all;
  }

  /// Opens the sessions.
  ///
  /// @param originNanoTime the origin of all stamps
  /// @param print receives a message about a server that is not reachable yet
  /// @throws dev.goodput.wire.WireException an error that makes probing pointless
  static ProbeTargets meet(
      List<TargetPlan> requested,
      ProbeSchedule probe,
      PreflightScreen screen,
      long originNanoTime,
      Consumer<String> print) {
    LevelPlan level =
        new LevelPlan(
            new Arrivals.ProbeArrivals(probe.everyNanos(), probe.requests()),
            0,
            probe.probes() * probe.requests(),
            0,
            0);
    ProbeTargets sites = new ProbeTargets(new ArrayList<>(), new ArrayList<>());
    try {
      for (TargetPlan each : requested) {
        TargetSession opened = TargetSession.watched(each, screen, originNanoTime, print);
        sites.sessions.add(opened);
        sites.all.add(
            new ProbeTarget(
                ProbeTarget.nameOf(opened.address()),
                opened.target(),
                opened.endpoint().orElseThrow(),
                opened.addTo(HostFacts.addTo(Manifest.empty())),
                each.plan(opened, List.of(level))));
      }
      sites.refuseTwice();
      return sites;
    } catch (RuntimeException | Error e) {
      sites.close();
      throw e;
    }
  }

  private void refuseTwice() {
    long names = all.stream().map(ProbeTarget::name).distinct().count();
    refuse(
        names < all.size(),
        "--url names a server twice, so its probes could not be distinguished; for more"
            + " requests per probe, use --requests");
  }

  Target[] targets() {
    return all.stream().map(ProbeTarget::target).toArray(Target[]::new);
  }

  /// Warms the client up, so that the first probe does not measure a cold client.
  ///
  /// @throws AppException.Machine no temporary directory for the discarded warm-up log
  void warmUp() {
    ProbeTarget first = all.getFirst();
    try {
      Path scratch = Files.createTempDirectory("goodput-watch-");
      first.target().warmUp(first.plan(), scratch.resolve("warm-up"));
      Files.deleteIfExists(scratch);
    } catch (IOException e) {
      throw new AppException.Machine("no temporary directory for the warm-up: " + e, e);
    }
  }

  @Override
  public void close() {
    sessions.forEach(TargetSession::close);
  }
}
