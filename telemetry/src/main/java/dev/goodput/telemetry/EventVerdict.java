package dev.goodput.telemetry;

import dev.goodput.metrics.slo.Slo;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/// The verdict of the SLO that an attempt belongs to.
///
/// @param slo the CRC-32 of the SLO's expression, as [#id(Slo)] returns it
/// @param judged whether the attempt counts in the denominators
/// @param good whether it is `ok` and within every threshold
/// @param applies a bit for each bound that applies to it, the first bound in the lowest bit
/// @param within a bit for each bound that applies and holds
public record EventVerdict(int slo, boolean judged, boolean good, long applies, long within) {

  /// Returns the number by which events name an SLO: events of different SLOs are never added.
  public static int id(Slo slo) {
    CRC32 crc = new CRC32();
    crc.update(slo.expression().getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }
}
