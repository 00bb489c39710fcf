package dev.goodput.monitor.gateway;

import dev.goodput.gateway.config.GatewayFile;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.PlanException;
import dev.goodput.wire.BadSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A source of the gateway's plan. Confined to one thread at a time.
public sealed interface PlanSource {
  /// The state of the source compared with its last read.
  enum State {
    /// Unchanged, as far as can be seen without reading it.
    SAME,
    /// Possibly in the middle of a change.
    UNSETTLED,
    /// Changed.
    CHANGED
  }

  /// Reads the plan. The next [#check] compares with this state.
  ///
  /// @throws dev.goodput.wire.BadSettingException a plan that cannot work
  GatewayPlan load();

  /// Returns whether the source has changed since it was last read.
  State check();

  /// Returns the action for SIGHUP. A source that cannot be read again ends the gateway: the signal
  /// then means that the terminal was closed.
  SignalAction onHangUp();

  /// Returns the name of the source for messages.
  String words();

  /// Translates a plan error into one that names the mistake in this source.
  ///
  /// @param refused the error, with the key at fault
  BadSettingException error(PlanException refused);

  /// The command line, which does not change.
  ///
  /// @param plan the plan that its options describe
  record Typed(GatewayPlan plan) implements PlanSource {
    private static final Map<String, String> OPTIONS =
        Map.of(
            "listen", "--listen",
            "admin.listen", "--admin",
            "log.dir", "--log",
            "capture.file", "--capture");

    @Override
    public GatewayPlan load() {
      return plan;
    }

    @Override
    public State check() {
      return State.SAME;
    }

    @Override
    public SignalAction onHangUp() {
      return SignalAction.TERMINATE;
    }

    @Override
    public String words() {
      return "the command line";
    }

    @Override
    public BadSettingException error(PlanException refused) {
      return new BadSettingException(
          OPTIONS.getOrDefault(refused.key(), refused.key()) + " " + refused.problem());
    }
  }

  /// A configuration file and the certificate and key files that it names. A change is detected by
  /// the modification time, the size and the identity on disk: a Kubernetes volume changes by a
  /// link to another file.
  final class OfFile implements PlanSource {
    private final Path file;
    private final Map<String, String> environment;
    private List<Path> named = List.of();
    private List<@Nullable Object> seen = List.of();
    private List<@Nullable Object> looked = List.of();

    /// @param environment the variables in which secrets are looked up
    public OfFile(Path file, Map<String, String> environment) {
      this.file = file;
      this.environment = environment;
    }

    /// Inspects the files before reading them, and starts over if the plan names other files.
    @Override
    public GatewayPlan load() {
      while (true) {
        seen = with(check(file));
        GatewayPlan plan = GatewayFile.read(file, environment);
        if (plan.files().equals(named)) {
          return plan;
        }
        named = plan.files();
      }
    }

    /// Reports a change only after two inspections in a row see the same state. A file that is
    /// still being written is often valid YAML too.
    @Override
    public State check() {
      List<@Nullable Object> before = looked;
      looked = with(check(file));
      if (looked.equals(seen)) {
        return State.SAME;
      }
      return looked.equals(before) ? State.CHANGED : State.UNSETTLED;
    }

    @Override
    public SignalAction onHangUp() {
      return SignalAction.RELOAD;
    }

    @Override
    public String words() {
      return file.toString();
    }

    @Override
    public BadSettingException error(PlanException refused) {
      return GatewayFile.error(file, environment, refused);
    }

    private List<@Nullable Object> with(List<@Nullable Object> itself) {
      List<@Nullable Object> all = new ArrayList<>(itself);
      named.forEach(each -> all.addAll(check(each)));
      return all;
    }

    private static List<@Nullable Object> check(Path file) {
      try {
        var now = Files.readAttributes(file, BasicFileAttributes.class);
        return Arrays.asList(now.lastModifiedTime(), now.size(), now.fileKey());
      } catch (IOException e) {
        return List.of(file);
      }
    }
  }
}
