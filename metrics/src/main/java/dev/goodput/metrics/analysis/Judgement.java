package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.Pricing;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.words.Quantities;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How a run is judged; stored in its manifest, so that it can be judged the same way again.
///
/// @param options the options of the analysis
/// @param sloRequested whether the user requested the SLO, so that missing it ends with its exit
///   code; a workload's own preset is for information only
/// @param maxErrorRate the failure rate above which the run ends with its exit code
public record Judgement(AnalysisOptions options, boolean sloRequested, double maxErrorRate) {
  private static final String REQUESTED = "asked";
  private static final String WORKLOAD = "workload";
  private static final String AUTO = "auto";
  private static final String REPEATS = "run.repeats";
  private static final String SLO_CLASS = "run.slo_class.";

  /// A class name, in the form that a gateway allows, and its SLO.
  private static final Pattern NAMED_SLO = Pattern.compile("([A-Za-z0-9][\\w.:/-]{0,63}) (.+)");

  /// No SLO and the default limits.
  public static final Judgement DEFAULT = new Judgement(AnalysisOptions.DEFAULTS, false, 0.01);

  /// Returns this judgement with the preset SLO, if there is one and no SLO is set.
  public Judgement orPreset(Optional<Slo> preset) {
    return options.slo() != null || preset.isEmpty()
        ? this
        : new Judgement(options.withSlo(preset.get()), false, maxErrorRate);
  }

  /// Returns this judgement for levels that repeat one load and are judged together.
  public Judgement repeated() {
    return new Judgement(options.withRepeated(true), sloRequested, maxErrorRate);
  }

  /// Returns this judgement with another pricing.
  public Judgement with(Pricing pricing) {
    return new Judgement(options.withCost(pricing), sloRequested, maxErrorRate);
  }

  /// Returns this judgement with its SLO for information only, because it was requested elsewhere.
  public Judgement forInformation() {
    return new Judgement(options, false, maxErrorRate);
  }

  /// Returns this judgement for levels that are judged one by one.
  public Judgement alone() {
    return new Judgement(options.withRepeated(false), sloRequested, maxErrorRate);
  }

  /// Adds `run.slo` and the related entries.
  public Manifest addTo(Manifest manifest) {
    Manifest more =
        addSlos(manifest)
            .with("run.attainment", options.attainmentTarget())
            .with("run.max_error_rate", maxErrorRate)
            .with("run.pace_tps", options.paceTps())
            .with("run.warmup", warmup(options.warmup()))
            .with("run.cooldown", options.cooldownNanos() / 1_000_000 + "ms");
    return StoredPricing.add(options.cost(), more);
  }

  /// Adds the SLO for all requests, or the SLOs of classes. Classes are numbered, because a key
  /// cannot hold every class name.
  private Manifest addSlos(Manifest manifest) {
    Slo slo = options.slo();
    if (options.slos().isEmpty()) {
      return manifest;
    }
    Manifest more = manifest.with("run.slo_source", sloRequested ? REQUESTED : WORKLOAD);
    if (slo != null) {
      return more.with("run.slo", text(slo));
    }
    int number = 0;
    for (Map.Entry<String, Slo> each : options.sloClasses().entrySet()) {
      more = more.with(SLO_CLASS + ++number, each.getKey() + " " + text(each.getValue()));
    }
    return more;
  }

  private static String text(Slo slo) {
    String name = slo.name();
    return name == null ? slo.expression() : name;
  }

  /// Reads what [#addTo(Manifest)] stored; missing values take their defaults.
  ///
  /// @throws RecordException.BadValue an entry that this method cannot read
  /// @throws dev.goodput.metrics.slo.SloSyntaxException an SLO that cannot be parsed
  public static Judgement of(Manifest manifest) {
    AnalysisOptions usual = DEFAULT.options;
    AnalysisOptions options =
        new AnalysisOptions(
            manifest.text("run.slo").map(Slo::parse).orElse(null),
            sloClasses(manifest),
            attainment(manifest, usual.attainmentTarget()),
            pace(manifest, usual.paceTps()),
            manifest.text("run.warmup").map(Judgement::warmup).orElse(usual.warmup()),
            manifest.text("run.cooldown").map(text -> nanos("run.cooldown", text)).orElse(0L),
            pricing(manifest),
            manifest.text(REPEATS).isPresent());
    return new Judgement(
        options,
        manifest.text("run.slo_source").filter(REQUESTED::equals).isPresent(),
        manifest.decimal("run.max_error_rate").orElse(DEFAULT.maxErrorRate));
  }

  /// Reads how the cost of a run is computed; null if its manifest does not say.
  ///
  /// @throws RecordException.BadValue an entry that this method cannot read
  public static @Nullable Pricing pricing(Manifest manifest) {
    return StoredPricing.of(manifest);
  }

  private static SortedMap<String, Slo> sloClasses(Manifest manifest) {
    SortedMap<String, Slo> classes = new TreeMap<>();
    manifest
        .values()
        .forEach((key, value) -> {
          if (key.startsWith(SLO_CLASS)) {
            Matcher entry = NAMED_SLO.matcher(value);
            if (!entry.matches()) {
              throw bad(key, "a class and its SLO", "\"" + value + "\"");
            }
            classes.put(entry.group(1), Slo.parse(entry.group(2)));
          }
        });
    return classes;
  }

  private static double attainment(Manifest manifest, double usual) {
    double target = manifest.decimal("run.attainment").orElse(usual);
    if (target > 0 && target <= 1) {
      return target;
    }
    throw bad("run.attainment", "above 0 and at most 1", Double.toString(target));
  }

  /// Returns whether the run used streaming, without which there is no TTFT, TPOT or ITL.
  public static boolean streamed(Manifest manifest) {
    return !manifest.text("run.stream").orElse("true").equals("false");
  }

  private static double pace(Manifest manifest, double usual) {
    double pace = manifest.decimal("run.pace_tps").orElse(usual);
    if (pace > 0 && Double.isFinite(pace)) {
      return pace;
    }
    throw bad("run.pace_tps", "a number above 0", Double.toString(pace));
  }

  private static Warmup warmup(String text) {
    return text.equals(AUTO) ? Warmup.AUTO : new Warmup.Fixed(nanos("run.warmup", text));
  }

  private static long nanos(String key, String text) {
    try {
      return Quantities.duration(text).toNanos();
    } catch (IllegalArgumentException e) {
      throw bad(key, "a time, like 500ms", "\"" + text + "\"");
    }
  }

  private static RecordException.BadValue bad(String key, String expected, String found) {
    return new RecordException.BadValue(key, found, expected);
  }

  private static String warmup(Warmup warmup) {
    return warmup instanceof Warmup.Fixed(long nanos)
        ? Duration.ofNanos(nanos).toMillis() + "ms"
        : AUTO;
  }
}
