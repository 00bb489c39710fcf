package dev.goodput.app.run;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.slo.SloSyntaxException;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.runner.AppException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The value of `--slo`: a preset, an expression, or an SLO file (`slo.yaml`, `slo.yaml#NAME`).
///
/// @param slo the bounds
/// @param sloClass the class that a file names; that of the preset, else `default`
/// @param attainment the target of a file that counts requests; empty otherwise
public record SloArgument(Slo slo, String sloClass, OptionalDouble attainment) {
  private static final Pattern FILE = Pattern.compile("(.+\\.ya?ml)(?:#(.+))?");

  /// Reads the value.
  ///
  /// @throws dev.goodput.wire.BadSettingException a file that cannot be read
  /// @throws AppException.Usage a preset or expression that cannot be read, or a file without a
  ///   usable SLO
  public static SloArgument of(String text) {
    Matcher file = FILE.matcher(text);
    if (!file.matches()) {
      Slo slo = parsed(text);
      String preset = slo.name();
      return new SloArgument(slo, preset == null ? "default" : preset, OptionalDouble.empty());
    }
    ServiceObjective chosen = chosen(SloFile.read(Path.of(file.group(1))), file.group(2));
    if (chosen.source() instanceof SliSource.Gateway source) {
      Slo bounds = source.slo();
      if (bounds != null) {
        boolean requests = chosen.sliceTarget().isEmpty();
        return new SloArgument(
            bounds,
            source.sloClass(),
            requests ? OptionalDouble.of(chosen.target().doubleValue()) : OptionalDouble.empty());
      }
    }
    throw new AppException.Usage(
        "--slo %s: SLO %s has no bounds; it needs type: goodput with an expression or preset"
            .formatted(text, chosen.name()));
  }

  private static Slo parsed(String text) {
    try {
      return Slo.parse(text);
    } catch (SloSyntaxException e) {
      throw new AppException.Usage(String.valueOf(e.getMessage()).replaceFirst("^SLO ", "--slo "));
    }
  }

  private static ServiceObjective chosen(SloFile file, @Nullable String name) {
    List<ServiceObjective> all = file.objectives();
    List<ServiceObjective> found =
        all.stream().filter(each -> name == null || each.name().equals(name)).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    String names = String.join(", ", all.stream().map(ServiceObjective::name).toList());
    throw new AppException.Usage(
        name == null
            ? "--slo %s holds %d SLOs; write --slo %s#NAME with one of %s"
                .formatted(file.name(), all.size(), file.name(), names)
            : "--slo %s holds no SLO %s; it has %s".formatted(file.name(), name, names));
  }
}
