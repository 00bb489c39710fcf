package dev.goodput.app.live;

import dev.goodput.app.VersionProvider;
import dev.goodput.record.HostFacts;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/// Who a process is to a collector, for as long as it lives: two that sent as one would each begin
/// the other's totals anew.
///
/// @param service what it is
/// @param host where it runs
/// @param id of this process alone
public record ServiceInstance(String service, String host, String id) {
  private static final int RANDOM_BYTES = 4;

  /// This process: its host's name and a random part.
  public static ServiceInstance of(String service) {
    byte[] part = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(part);
    String host = HostFacts.hostName();
    return new ServiceInstance(service, host, host + "-" + HexFormat.of().formatHex(part));
  }

  /// The attributes of a resource.
  ///
  /// @param more beside these, or in their place
  SortedMap<String, String> resource(SortedMap<String, String> more) {
    SortedMap<String, String> all = new TreeMap<>();
    all.put("service.name", service);
    all.put("service.version", VersionProvider.version());
    all.put("service.instance.id", id);
    all.put("host.name", host);
    all.putAll(more);
    return all;
  }
}
