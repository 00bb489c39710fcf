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

  /// Returns possible problems, one sentence each. For example, a port in use may belong to the
  /// running gateway whose next plan is being checked.
  ///
  /// @throws PlanException what cannot work on this machine, with its key
  public static List<String> of(GatewayPlan plan) {
    ConfigCheck check = new ConfigCheck();
    check.checkAddress("listen", plan.listen());
    check.checkAddress("admin.listen", plan.admin().listen());
    LogPlan log = plan.storage().log();
    if (log != null) {
      checkLogDirectory(log.directory());
    }
    CapturePlan capture = plan.storage().capture();
    if (capture != null) {
      check.checkCaptureFile(capture);
    }
    return check.notes;
  }

  private void checkAddress(String key, Listener listener) {
    Optional<ServerSockets.Refusal> refusal =
        ServerSockets.refusal(listener.host(), listener.port());
    if (refusal.isEmpty()) {
      return;
    }
    if (!refusal.get().taken()) {
      throw new PlanException(
          key, listener.shown() + " cannot be used to listen: " + refusal.get().why());
    }
    notes.add(
        listener.shown() + " is in use; unless this gateway itself uses it, choose another port");
  }

  private static void checkLogDirectory(Path directory) {
    Path existing = directory.toAbsolutePath().normalize();
    while (Files.notExists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    requireWritable("log.dir", directory + " cannot hold run directories: ", existing);
  }

  private void checkCaptureFile(CapturePlan plan) {
    String key = "capture.file";
    Path parent = plan.file().toAbsolutePath().normalize().getParent();
    if (parent == null || Files.isDirectory(plan.file())) {
      throw new PlanException(key, plan.file() + " is a directory; name a file");
    }
    String prefix = plan.file() + " cannot be written: ";
    if (Files.notExists(parent)) {
      throw new PlanException(key, prefix + "there is no " + parent + "; create it first");
    }
    requireWritable(key, prefix, parent);
    if (Files.exists(plan.file())) {
      checkExistingFile(key, plan);
    }
  }

  private void checkExistingFile(String key, CapturePlan plan) {
    if (!plan.numbered()) {
      throw new PlanException(
          key, plan.file() + " already exists, and no file is ever overwritten; name another file");
    }
    notes.add(
        plan.file() + " already exists: when the gateway starts, it writes the next numbered file");
  }

  private static void requireWritable(String key, String prefix, Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new PlanException(key, prefix + directory + " is no directory");
    }
    if (!Files.isWritable(directory)) {
      throw new PlanException(key, prefix + "permission denied in " + directory);
    }
  }
}
