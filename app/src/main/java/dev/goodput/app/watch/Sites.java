package dev.goodput.app.watch;

import static dev.goodput.app.Checks.refuse;

import dev.goodput.app.AppException;
import dev.goodput.app.asking.Asking;
import dev.goodput.app.asking.Opened;
import dev.goodput.app.asking.PreflightScreen;
import dev.goodput.app.asking.RequestOptions;
import dev.goodput.app.asking.TargetOptions;
import dev.goodput.app.asking.WorkloadOptions;
import dev.goodput.lab.Target;
import dev.goodput.load.LevelPlan;
import dev.goodput.workload.arrival.Arrivals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The servers that are looked at, met.
///
/// @param all in the order in which they were named
record Sites(List<Site> all) implements AutoCloseable {
  /// Reads whom to look at, and how; opens nothing.
  ///
  /// @throws AppException.Usage where nobody is named, or one twice
  /// @throws dev.goodput.wire.BadSettingException where a URL is none
  static List<Asking> read(WatchOptions options) {
    WorkloadOptions what = options.look.what();
    RequestOptions how = RequestOptions.within(options.look.timeout);
    List<Asking> all = new ArrayList<>();
    for (TargetOptions target : options.whom.each()) {
      Asking.check(target, what, how);
      all.add(Asking.of(target, what, how));
    }
    refuse(all.isEmpty(), "whom to look at? name a server with --url URL");
    return all;
  }

  /// Meets them.
  ///
  /// @param originNanoTime from which all stamps count
  /// @param say told of one that is not there yet
  /// @throws dev.goodput.wire.WireException where looking would be pointless
  static Sites meet(
      List<Asking> asked,
      LookOptions look,
      PreflightScreen screen,
      long originNanoTime,
      Consumer<String> say) {
    LevelPlan level =
        new LevelPlan(
            new Arrivals.Looks(look.everyNanos(), look.requests),
            0,
            look.looks() * look.requests,
            0,
            0);
    List<Site> met = new ArrayList<>();
    Sites sites = new Sites(met);
    try {
      for (Asking each : asked) {
        Opened opened = Opened.watched(each, screen, originNanoTime, say);
        met.add(new Site(Site.nameOf(opened.address()), opened, each.plan(opened, List.of(level))));
      }
      sites.refuseTwice();
      return sites;
    } catch (RuntimeException | Error e) {
      sites.close();
      throw e;
    }
  }

  private void refuseTwice() {
    long names = all.stream().map(Site::name).distinct().count();
    refuse(
        names < all.size(),
        "--url names a server twice: its looks could not be told apart; for more requests at a"
            + " look there is --requests");
  }

  Target[] targets() {
    return all.stream().map(each -> each.opened().target()).toArray(Target[]::new);
  }

  /// Gets the client ready: its first look is not to show how cold it is.
  ///
  /// @throws AppException.Machine where there is no place for a log that nobody reads
  void warmUp() {
    Site first = all.getFirst();
    try {
      Path scratch = Files.createTempDirectory("goodput-watch-");
      first.opened().target().warmUp(first.plan(), scratch.resolve("warm-up"));
      Files.deleteIfExists(scratch);
    } catch (IOException e) {
      throw new AppException.Machine("no temporary directory for the warm-up: " + e, e);
    }
  }

  @Override
  public void close() {
    all.forEach(Site::close);
  }
}
