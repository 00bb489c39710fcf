package dev.goodput.testing;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/// A name resolver that delays names below `.held` until the test releases them; then they resolve
/// to this machine; those that start with `two` have 127.0.0.2 as their first address. All other
/// names are resolved as usual.
public final class HeldNames extends InetAddressResolverProvider {
  private static final Map<String, CountDownLatch> HELD = new ConcurrentHashMap<>();

  /// Releases one name, also for lookups that already wait.
  public static void letGo(String host) {
    held(host).countDown();
  }

  /// Returns another address of this machine.
  public static InetAddress second() throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
  }

  private static CountDownLatch held(String host) {
    return HELD.computeIfAbsent(host, _ -> new CountDownLatch(1));
  }

  @Override
  public String name() {
    return "held names";
  }

  @Override
  public InetAddressResolver get(Configuration configuration) {
    return new Resolver(configuration.builtinResolver());
  }

  private record Resolver(InetAddressResolver others) implements InetAddressResolver {
    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
        throws UnknownHostException {
      if (!host.endsWith(".held")) {
        return others.lookupByName(host, policy);
      }
      try {
        held(host).await();
      } catch (InterruptedException e) {
        throw new UnknownHostException(host);
      }
      InetAddress here = InetAddress.getLoopbackAddress();
      return host.startsWith("two") ? Stream.of(second(), here) : Stream.of(here);
    }

    @Override
    public String lookupByAddress(byte[] address) throws UnknownHostException {
      return others.lookupByAddress(address);
    }
  }
}
