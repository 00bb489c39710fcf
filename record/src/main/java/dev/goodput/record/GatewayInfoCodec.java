package dev.goodput.record;

/// The encoding of [GatewayInfo]s in the log: a mask of the present stamps, the parting, the names,
/// the stamps as differences to the request's first one or to one another, and the sizes.
final class GatewayInfoCodec {
  private static final int STAMPS = 3;

  private GatewayInfoCodec() {}

  /// @param nanos the stamp that the first difference counts from
  static void write(GatewayInfo gatewayInfo, long nanos, NameTable.Writer names, ByteSink sink) {
    long[] stamps = {
      gatewayInfo.receivedNanos(), gatewayInfo.firstWrittenNanos(), gatewayInfo.lastWrittenNanos()
    };
    sink.octet(present(stamps));
    sink.octet(gatewayInfo.parting().code);
    names.write(gatewayInfo.model(), sink);
    names.write(gatewayInfo.tenant(), sink);
    names.write(gatewayInfo.route(), sink);
    names.write(gatewayInfo.upstream(), sink);
    names.write(gatewayInfo.session(), sink);
    names.write(gatewayInfo.sloClass(), sink);
    long before = nanos;
    for (long stamp : stamps) {
      if (Stamps.present(stamp)) {
        sink.zigzag(stamp - before);
        before = stamp;
      }
    }
    sink.zigzag(gatewayInfo.requestBytes());
    sink.zigzag(gatewayInfo.answerBytes());
  }

  private static int present(long[] stamps) {
    int present = 0;
    for (int i = 0; i < stamps.length; i++) {
      present |= Stamps.present(stamps[i]) ? 1 << i : 0;
    }
    return present;
  }

  /// @param nanos the stamp that the first difference counts from
  /// @throws IllegalArgumentException if the bytes hold no passage
  static GatewayInfo read(ByteSource source, long nanos, NameTable.Reader names) {
    int present = source.octet();
    if (present >= 1 << STAMPS) {
      throw new IllegalArgumentException("no passage has such stamps: " + present);
    }
    GatewayInfo.Parting parting = GatewayInfo.Parting.of(source.octet());
    String model = names.read(source);
    String tenant = names.read(source);
    String route = names.read(source);
    String upstream = names.read(source);
    String session = names.read(source);
    String sloClass = names.read(source);
    long[] at = stamps(source, present, nanos);
    return new GatewayInfo(
        model,
        tenant,
        route,
        upstream,
        session,
        sloClass,
        at[0],
        at[1],
        at[2],
        source.zigzag(),
        source.zigzag(),
        parting);
  }

  private static long[] stamps(ByteSource source, int present, long nanos) {
    long[] stamps = new long[STAMPS];
    long before = nanos;
    for (int i = 0; i < STAMPS; i++) {
      boolean there = (present >>> i & 1) != 0;
      stamps[i] = there ? before + source.zigzag() : Stamps.ABSENT;
      before = there ? stamps[i] : before;
    }
    return stamps;
  }
}
