package dev.goodput.telemetry;

import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The key of a roll-up: values of some of the labels tenant, model, route and SLO class. Labels
/// outside the mask cover all values and are `""` here.
///
/// @param mask the labels that have a value: [#TENANT], [#MODEL], [#ROUTE], [#SLO_CLASS], added
/// @param tenant the tenant
/// @param model the model
/// @param route the route
/// @param sloClass the SLO class
public record RollupKey(int mask, String tenant, String model, String route, String sloClass) {
  /// The bit of the tenant.
  public static final int TENANT = 1;

  /// The bit of the model.
  public static final int MODEL = 2;

  /// The bit of the route.
  public static final int ROUTE = 4;

  /// The bit of the SLO class.
  public static final int SLO_CLASS = 8;

  /// The mask of all four labels.
  public static final int FULL = TENANT | MODEL | ROUTE | SLO_CLASS;

  private static final int TYPICAL_BYTES = 64;

  /// The masks of the roll-ups: all traffic, and each label alone.
  private static final List<Integer> COARSER = List.of(0, TENANT, MODEL, ROUTE, SLO_CLASS);

  /// Checks the mask.
  ///
  /// @throws IllegalArgumentException if it has other bits
  public RollupKey {
    if (mask < 0 || mask > FULL) {
      throw new IllegalArgumentException("no roll-up has the mask " + mask);
    }
  }

  void write(ByteSink sink) {
    sink.octet(mask);
    sink.text(tenant);
    sink.text(model);
    sink.text(route);
    sink.text(sloClass);
  }

  static RollupKey read(ByteSource source) {
    return new RollupKey(
        source.octet(), source.text(), source.text(), source.text(), source.text());
  }

  /// Returns its bytes.
  public byte[] encode() {
    ByteSink sink = new ByteSink(TYPICAL_BYTES);
    write(sink);
    return Arrays.copyOf(sink.bytes(), sink.length());
  }

  /// Returns the key of these bytes.
  ///
  /// @throws EventFormatException if the bytes hold no key
  public static RollupKey decode(byte[] bytes) {
    try {
      return read(new ByteSource(bytes, bytes.length));
    } catch (IllegalArgumentException e) {
      throw new EventFormatException("damaged key: " + e.getMessage());
    }
  }

  /// Returns the full key of an event.
  public static RollupKey of(TrafficLabels labels) {
    return new RollupKey(FULL, labels.tenant(), labels.model(), labels.route(), labels.sloClass());
  }

  /// Returns the keys that this full key is rolled up to: all traffic, and each label alone.
  public List<RollupKey> coarser() {
    List<RollupKey> keys = new ArrayList<>();
    for (int each : COARSER) {
      keys.add(
          new RollupKey(
              each,
              (each & TENANT) == 0 ? "" : tenant,
              (each & MODEL) == 0 ? "" : model,
              (each & ROUTE) == 0 ? "" : route,
              (each & SLO_CLASS) == 0 ? "" : sloClass));
    }
    return keys;
  }

  /// Returns a hash that is the same in every process, because it decides which task of a job gets
  /// the key.
  @Override
  public int hashCode() {
    int hash = mask;
    hash = 31 * hash + tenant.hashCode();
    hash = 31 * hash + model.hashCode();
    hash = 31 * hash + route.hashCode();
    return 31 * hash + sloClass.hashCode();
  }

  /// Returns the labels that have a value, as in `tenant=acme,model=llama`; `all` if none has one.
  @Override
  public String toString() {
    List<String> labels = new ArrayList<>();
    label(TENANT, "tenant", tenant, labels);
    label(MODEL, "model", model, labels);
    label(ROUTE, "route", route, labels);
    label(SLO_CLASS, "slo_class", sloClass, labels);
    return labels.isEmpty() ? "all" : String.join(",", labels);
  }

  private void label(int bit, String name, String value, List<String> labels) {
    if ((mask & bit) != 0) {
      labels.add(name + "=" + value);
    }
  }
}
