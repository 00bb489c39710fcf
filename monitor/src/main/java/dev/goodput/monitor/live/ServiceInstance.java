package dev.goodput.monitor.live;

import dev.goodput.record.HostFacts;
import dev.goodput.record.Manifest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/// The identity of a process that monitors: in its logs, and for a collector. Its ID is unique. Two
/// processes that sent under one ID would each restart the other's totals.
///
/// @param service the name of the service
/// @param version the version of the program
/// @param command the command line, without secrets
/// @param host the name of the host
/// @param id the ID of this process alone
public record ServiceInstance(
    String service, String version, String command, String host, String id) {
  private static final int RANDOM_BYTES = 4;

  /// Returns the identity of this process. Its ID is the host's name and a random part.
  public static ServiceInstance of(String service, String version, String command) {
    byte[] part = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(part);
    String host = HostFacts.hostName();
    String id = host + "-" + HexFormat.of().formatHex(part);
    return new ServiceInstance(service, version, command, host, id);
  }

  /// Returns the attributes of an OpenTelemetry resource.
  ///
  /// @param more further attributes; they override these
  SortedMap<String, String> resource(SortedMap<String, String> more) {
    SortedMap<String, String> all = new TreeMap<>();
    all.put("service.name", service);
    all.put("service.version", version);
    all.put("service.instance.id", id);
    all.put("host.name", host);
    all.putAll(more);
    return all;
  }

  /// Adds the version, the command line and the host to a manifest.
  public Manifest addTo(Manifest manifest) {
    return manifest
        .with("goodput.version", version)
        .with("run.command", command)
        .with("host.name", host);
  }
}
