package dev.goodput.app.gateway;

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

/// Where a plan comes from. One thread at a time.
sealed interface PlanSource {
  /// How it is since it was last read.
  enum State {
    /// The same, as far as can be seen without reading it.
    SAME,
    /// Perhaps in the middle of a change.
    UNSETTLED,
    /// Another.
    CHANGED
  }

  /// Reads it, from now on as it is now.
  ///
  /// @throws dev.goodput.wire.BadSettingException where it cannot work
  GatewayPlan load();

  /// Looks whether it is another than when it was last read.
  State look();

  /// What SIGHUP asks for: with nothing to read again it is the end of the terminal.
  Wish hangUp();

  /// What it is, in words.
  String words();

  /// The mistake in it that keeps its plan from working.
  ///
  /// @param refused with the key that is at fault
  BadSettingException wrong(PlanException refused);

  /// The command line, which does not change.
  ///
  /// @param plan what it says
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
    public State look() {
      return State.SAME;
    }

    @Override
    public Wish hangUp() {
      return Wish.TERMINATE;
    }

    @Override
    public String words() {
      return "the command line";
    }

    @Override
    public BadSettingException wrong(PlanException refused) {
      return new BadSettingException(
          OPTIONS.getOrDefault(refused.key(), refused.key()) + " " + refused.problem());
    }
  }

  /// A file and those of certificates and keys that it names, told to be others by their time,
  /// their size and what they are on the disk: a volume of Kubernetes changes by a link to another
  /// file.
  final class OfFile implements PlanSource {
    private final Path file;
    private final Map<String, String> environment;
    private List<Path> named = List.of();
    private List<@Nullable Object> seen = List.of();
    private List<@Nullable Object> looked = List.of();

    /// @param environment where secrets are looked for
    OfFile(Path file, Map<String, String> environment) {
      this.file = file;
      this.environment = environment;
    }

    /// Files are looked at before they are read: where others are named than were looked at, again.
    @Override
    public GatewayPlan load() {
      while (true) {
        seen = with(look(file));
        GatewayPlan plan = GatewayFile.read(file, environment);
        if (plan.files().equals(named)) {
          return plan;
        }
        named = plan.files();
      }
    }

    /// Only once two looks in turn see the same: who writes in pieces is not taken at the first, as
    /// the beginning of a file is mostly a file, too.
    @Override
    public State look() {
      List<@Nullable Object> before = looked;
      looked = with(look(file));
      if (looked.equals(seen)) {
        return State.SAME;
      }
      return looked.equals(before) ? State.CHANGED : State.UNSETTLED;
    }

    @Override
    public Wish hangUp() {
      return Wish.RELOAD;
    }

    @Override
    public String words() {
      return file.toString();
    }

    @Override
    public BadSettingException wrong(PlanException refused) {
      return GatewayFile.wrong(file, environment, refused);
    }

    private List<@Nullable Object> with(List<@Nullable Object> itself) {
      List<@Nullable Object> all = new ArrayList<>(itself);
      named.forEach(each -> all.addAll(look(each)));
      return all;
    }

    private static List<@Nullable Object> look(Path file) {
      try {
        var now = Files.readAttributes(file, BasicFileAttributes.class);
        return Arrays.asList(now.lastModifiedTime(), now.size(), now.fileKey());
      } catch (IOException e) {
        return List.of(file);
      }
    }
  }
}
