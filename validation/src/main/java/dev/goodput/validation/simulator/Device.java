package dev.goodput.validation.simulator;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.Gpu;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads which GPU a log is from: from its driver's name, else from the start of the log's name. If
/// several chips share a name, the one with the reported memory is used.
final class Device {
  private static final String NAME = "hardware.device_name";
  private static final String MEMORY = "hardware.device_total_memory_bytes";
  private static final long MAX_MEMORY = 1L << 40;

  /// What makers put behind the name of a chip for one of another speed.
  private static final Pattern VARIANT =
      Pattern.compile("(?i)[ _-](d|ti|super|laptop|mobile|max-q|nvl|mig)(?![a-z\\d])");

  private Device() {}

  /// @param log its name; up to its first `_` it names the GPU where the file does not
  /// @throws SimulatorException.BadLog for one without a profile
  static Gpu read(MetaFile meta, String log) {
    Optional<String> name = meta.fields().text(NAME);
    String device = name.orElse(log.split("_", 2)[0]);
    long bytes = memoryBytes(meta).orElse(0L);
    Gpu gpu = find(meta, device, bytes);
    if (name.isEmpty()) {
      meta.note(
          "%s is a guess from the log's name: its meta file has no %s".formatted(gpu.name(), NAME));
    }
    noteAnotherChip(meta, device, bytes, gpu);
    return gpu;
  }

  private static void noteAnotherChip(MetaFile meta, String device, long bytes, Gpu gpu) {
    Matcher variant = VARIANT.matcher(device);
    if (bytes > 0 && !gpu.hasMemory(bytes)) {
      meta.note(
          "%s has %.1f GB of memory; the %s that is simulated in its place has %.1f GB and may be another chip"
              .formatted(device, bytes / 1e9, gpu.name(), gpu.memoryBytes() / 1e9));
    } else if (variant.find()) {
      meta.note(
          "%s is simulated as %s; its \"%s\" may be a chip of another speed"
              .formatted(device, gpu.name(), variant.group(1)));
    }
  }

  /// Bytes of memory from the meta file; those of the profile if absent.
  static long memoryBytes(MetaFile meta, Gpu gpu) {
    return memoryBytes(meta).orElse(gpu.memoryBytes());
  }

  private static Optional<Long> memoryBytes(MetaFile meta) {
    Optional<Long> bytes = meta.fields().large(MEMORY);
    if (bytes.isPresent() && bytes.get() > MAX_MEMORY) {
      throw meta.fields().bad(MEMORY, "at most " + MAX_MEMORY, "" + bytes.get());
    }
    return bytes;
  }

  private static Gpu find(MetaFile meta, String device, long bytes) {
    try {
      return Gpu.ofDevice(device, bytes);
    } catch (SimulatorException.UnknownName e) {
      throw meta.fields().text(NAME).isPresent()
          ? meta.fields().unknown(NAME, e, "name one of them there to simulate it instead")
          : meta.fields().unknown(NAME + " is missing, and the log's name has none", e, "add it");
    }
  }
}
