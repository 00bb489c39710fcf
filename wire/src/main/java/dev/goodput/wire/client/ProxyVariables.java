package dev.goodput.wire.client;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The proxy variables of the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`, in
/// upper and lower case). They are not used, because a proxy would distort every latency. If one
/// applies to a target, a note reports it. The proxy's address is never shown: it may contain a
/// password.
public final class ProxyVariables {
  private final URI target;
  private final Map<String, String> environment;

  private ProxyVariables(URI target, Map<String, String> environment) {
    this.target = target;
    this.environment = environment;
  }

  /// Returns a note that a proxy variable applies to a target and is not used; empty if none
  /// applies.
  public static Optional<String> note(String url, Map<String, String> environment) {
    return applicable(URI.create(url), environment)
        .map(name ->
            ("the environment variable %s names a proxy, which is not used: requests go to the"
                    + " server directly, as a proxy would distort the latencies")
                .formatted(name));
  }

  /// Returns the variable that names a proxy for a target; empty if none does.
  public static Optional<String> applicable(URI target, Map<String, String> environment) {
    return new ProxyVariables(target, environment).applicable();
  }

  private Optional<String> applicable() {
    String scheme = target.getScheme() == null ? "http" : target.getScheme();
    List<String> names = List.of(scheme.toLowerCase(Locale.ROOT) + "_proxy", "all_proxy");
    return names.stream()
        .flatMap(name -> List.of(name, name.toUpperCase(Locale.ROOT)).stream())
        .filter(name -> !environment.getOrDefault(name, "").isBlank())
        .findFirst()
        .filter(_ -> !excluded());
  }

  private boolean excluded() {
    String rules = environment.getOrDefault("no_proxy", environment.getOrDefault("NO_PROXY", ""));
    String host = BaseUrl.host(target).toLowerCase(Locale.ROOT);
    return List.of(rules.split("[,\\s]+")).stream()
        .anyMatch(rule -> matches(rule.toLowerCase(Locale.ROOT), host));
  }

  private static String host(String host) {
    String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return plain.toLowerCase(Locale.ROOT);
  }

  /// A rule is `*`, a host, a domain with its hosts, an address or a block of them (`10.0.0.0/8`);
  /// all but the block may end with a port.
  private boolean matches(String rule, String host) {
    if (rule.isEmpty() || rule.equals("*")) {
      return !rule.isEmpty();
    }
    if (rule.contains("/")) {
      return inBlock(rule, host);
    }
    int colon = rule.lastIndexOf(':');
    boolean ported = colon > 0 && (rule.indexOf(':') == colon || rule.charAt(colon - 1) == ']');
    if (ported && !rule.substring(colon + 1).equals(String.valueOf(BaseUrl.port(target)))) {
      return false;
    }
    String name = host(ported ? rule.substring(0, colon) : rule);
    String domain = name.startsWith("*.") ? name.substring(2) : name.replaceFirst("^\\.", "");
    return host.equals(domain) || host.endsWith("." + domain);
  }

  private static boolean inBlock(String rule, String host) {
    String[] parts = rule.split("/", 2);
    Optional<byte[]> block = address(host(parts[0]));
    Optional<byte[]> own = address(host);
    if (block.isEmpty() || own.isEmpty() || !parts[1].matches("\\d{1,3}")) {
      return false;
    }
    int bits = 8 * block.get().length;
    int free = bits - Integer.parseInt(parts[1]);
    return own.get().length == block.get().length
        && free >= 0
        && prefix(own.get(), free).equals(prefix(block.get(), free));
  }

  private static BigInteger prefix(byte[] address, int free) {
    return new BigInteger(1, address).shiftRight(free);
  }

  /// The bytes of a literal address; empty for a name, which is not looked up.
  private static Optional<byte[]> address(String host) {
    if (!host.matches("[0-9.]+|[0-9a-f:.]*:[0-9a-f:.]*")) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(host).getAddress());
    } catch (UnknownHostException e) {
      return Optional.empty(); // No address: the rule matches nothing.
    }
  }
}
