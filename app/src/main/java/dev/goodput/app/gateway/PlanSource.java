package dev.goodput.app.gateway;

import dev.goodput.app.gateway.config.GatewayFile;
import dev.goodput.gateway.plan.GatewayPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a plan comes from. One thread at a time.
sealed interface PlanSource {
  /// Reads it, from now on as it is now.
  ///
  /// @throws dev.goodput.app.AppException.Usage where it cannot work
  GatewayPlan load();

  /// Whether it is another than when it was last read.
  boolean changed();

  /// What it is, in words.
  String words();

  /// The command line, which does not change.
  ///
  /// @param plan what it says
  record Typed(GatewayPlan plan) implements PlanSource {
    @Override
    public GatewayPlan load() {
      return plan;
    }

    @Override
    public boolean changed() {
      return false;
    }

    @Override
    public String words() {
      return "the command line";
    }
  }

  /// A file, told to be another by its time, its size and what it is on the disk: a volume of
  /// Kubernetes changes by a link to another file.
  final class OfFile implements PlanSource {
    private final Path file;
    private final Map<String, String> environment;
    private List<@Nullable Object> seen = List.of();

    /// @param environment where secrets are looked for
    OfFile(Path file, Map<String, String> environment) {
      this.file = file;
      this.environment = environment;
    }

    @Override
    public GatewayPlan load() {
      seen = look();
      return GatewayFile.read(file, environment);
    }

    @Override
    public boolean changed() {
      return !look().equals(seen);
    }

    @Override
    public String words() {
      return file.toString();
    }

    private List<@Nullable Object> look() {
      try {
        var now = Files.readAttributes(file, BasicFileAttributes.class);
        return Arrays.asList(now.lastModifiedTime(), now.size(), now.fileKey());
      } catch (IOException e) {
        return List.of();
      }
    }
  }
}
