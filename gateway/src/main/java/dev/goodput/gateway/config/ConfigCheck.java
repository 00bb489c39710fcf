package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.wire.server.ServerSockets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A check whether this machine can provide the addresses and files that a plan needs. It creates
/// nothing, writes nothing, listens on nothing and sends no request.
public final class ConfigCheck {
  private final List<String> notes = new ArrayList<>();

  private ConfigCheck() {}

  /// Returns what may be a problem, one sentence each. For example, a port in use may belong to the
  /// running gateway whose next plan is being checked.
  ///
  /// @throws PlanException what cannot work on this machine, with its key
  public static List<String> of(GatewayPlan plan) {
    ConfigCheck trial = new ConfigCheck();
    trial.address("listen", plan.listen());
    trial.address("admin.listen", plan.admin().listen());
    LogPlan log = plan.storage().log();
    if (log != null) {
      log(log.directory());
    }
    CapturePlan capture = plan.storage().capture();
    if (capture != null) {
      trial.capture(capture);
    }
    return trial.notes;
  }

  private void address(String key, Listener at) {
    Optional<ServerSockets.Refusal> found = ServerSockets.refusal(at.host(), at.port());
    if (found.isEmpty()) {
      return;
    }
    if (!found.get().taken()) {
      throw new PlanException(key, at.shown() + " cannot be listened on: " + found.get().why());
    }
    notes.add(
        at.shown()
            + " is in use now; where that is not by the gateway that this is for, choose another");
  }

  private static void log(Path directory) {
    Path there = directory.toAbsolutePath().normalize();
    while (Files.notExists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    refuseMaking("log.dir", directory + " cannot hold run directories: ", there);
  }

  private void capture(CapturePlan plan) {
    String key = "capture.file";
    Path parent = plan.file().toAbsolutePath().normalize().getParent();
    if (parent == null || Files.isDirectory(plan.file())) {
      throw new PlanException(key, plan.file() + " is a directory; name a file");
    }
    String cannot = plan.file() + " cannot be written: ";
    if (Files.notExists(parent)) {
      throw new PlanException(key, cannot + "there is no " + parent + "; create it first");
    }
    refuseMaking(key, cannot, parent);
    if (Files.exists(plan.file())) {
      there(key, plan);
    }
  }

  private void there(String key, CapturePlan plan) {
    if (!plan.numbered()) {
      throw new PlanException(
          key, plan.file() + " is there already, and nothing is ever overwritten; name another");
    }
    notes.add(
        plan.file() + " is there already: a gateway that starts writes the next one by number");
  }

  private static void refuseMaking(String key, String cannot, Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new PlanException(key, cannot + directory + " is no directory");
    }
    if (!Files.isWritable(directory)) {
      throw new PlanException(key, cannot + "permission denied in " + directory);
    }
  }
}
