package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.UnreadCount;
import dev.goodput.observe.export.Row.Kind;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// State metrics: requests in flight, hops that coalesce streams, warning signs, events, and losses
/// of the gateway's own observation.
final class StateRows {
  private static final List<String> UPSTREAM = List.of("upstream");

  private StateRows() {}

  static List<Row> all() {
    return Stream.of(states(), unread(), counts(), edge()).flatMap(List::stream).toList();
  }

  private static List<Row> states() {
    return List.of(
        flying("in_flight", "Requests between their start and their end", InFlight::requests),
        flying("awaiting", "Requests without a first token: the queue as seen", InFlight::awaiting),
        flying(
            "streaming",
            "Requests whose stream is under way: with a first token, and without its end event",
            InFlight::streaming),
        gauge(
            "coalescing",
            Measure.NONE,
            "1 for the cause by which a hop before the upstream holds streams back, or none, or"
                + " untold",
            List.of("upstream", "cause"),
            (traffic, points) ->
                traffic
                    .coalescing()
                    .forEach((upstream, at) -> points.add(1, upstream, at.cause().word()))),
        gauge(
            "coalescing_held",
            Measure.SECONDS,
            "About how long an event is held back on average",
            UPSTREAM,
            (traffic, points) ->
                traffic
                    .coalescing()
                    .forEach((upstream, at) -> points.add(at.heldMs() / 1e3, upstream))),
        gauge(
            "warning_sign",
            Measure.NONE,
            "1 where a warning sign of saturation is seen, 0 where not; absent where nobody can"
                + " see",
            List.of("sign"),
            StateRows::signs));
  }

  private static List<Row> unread() {
    return List.of(
        counter(
            "unread_requests",
            "Requests that were passed on and not understood, by the class of their status; they"
                + " are in no other figure",
            List.of("upstream", "status_class"),
            (traffic, points) ->
                traffic
                    .unread()
                    .forEach((upstream, count) ->
                        count
                            .byStatusClass()
                            .forEach((status, times) -> points.add(times, upstream, status)))),
        unread(
            "unread_request",
            Measure.BYTES,
            "Their body bytes from clients",
            UnreadCount::requestBytes),
        unread(
            "unread_answer",
            Measure.BYTES,
            "Their body bytes to clients",
            UnreadCount::answerBytes),
        unread(
            "unread",
            Measure.SECONDS,
            "Time from their start to their end, all together",
            count -> count.nanos() / 1e9));
  }

  private static Row unread(
      String name, Measure measure, String help, ToDoubleFunction<UnreadCount> figure) {
    return new Row(
        name,
        Kind.COUNTER,
        measure,
        help,
        UPSTREAM,
        (source, points) ->
            source
                .snapshot()
                .unread()
                .forEach((upstream, count) -> points.add(figure.applyAsDouble(count), upstream)));
  }

  private static List<Row> counts() {
    return List.of(
        counter(
            "events",
            "Things that happened, by kind: engine restarts and changes, engines out of memory,"
                + " upstreams and their pages of metrics down and up, configurations, files kept",
            List.of("kind"),
            (traffic, points) ->
                traffic.eventCounts().forEach((kind, count) -> points.add(count, kind.word()))),
        counter(
            "records",
            "Attempts that were measured",
            List.of(),
            (traffic, points) -> points.add(traffic.records())),
        counter(
            "lost_observations",
            "Observations that were lost before they were measured; forwarding never waits for"
                + " them",
            List.of(),
            (traffic, points) -> points.add(traffic.lost())),
        counter(
            "folded_records",
            "Records whose value of a label was replaced by other, beyond the label's cap",
            List.of("label"),
            (traffic, points) ->
                traffic.folded().forEach((label, count) -> points.add(count, label.word()))));
  }

  private static List<Row> edge() {
    return List.of(
        edge(
            "connections_refused",
            "Client connections that were told 503 at once, as all were taken",
            EdgeCounts::connectionsRefused),
        edge(
            "requests_malformed",
            "Requests that were refused as malformed, ambiguous, too large or too slow; most had no"
                + " route yet, and are in no other figure",
            EdgeCounts::requestsRefused),
        edge(
            "requests_gone_round",
            "Requests that were told 508, as this gateway had passed them on several times already:"
                + " an upstream leads back to it; each time before is a failed request",
            EdgeCounts::requestsGoneRound),
        edge(
            "requests_crowded_out",
            "Requests that were told 503, as there was no memory left to hold their bodies until"
                + " they were whole; each is a failed request, too",
            EdgeCounts::requestsCrowdedOut),
        edge(
            "cut_bodies",
            "Requests of which less was read than came, as there was no room or the body could not"
                + " be decoded: model, limit and session may be missing from their figures",
            EdgeCounts::bodiesCut),
        edge(
            "upstream_connections_unable",
            "Connections to upstreams that could not be made as this machine had no port or file"
                + " descriptor left; each is a failed attempt, too, and not the upstream's fault",
            EdgeCounts::unableToConnect),
        edge(
            "requests_without_model",
            "Requests whose body named no model that could be read, though routes depend on it:"
                + " they took the way of requests without a model",
            EdgeCounts::requestsWithoutModel),
        edge(
            "upstream_surplus",
            "Answers behind which an upstream sent what nobody had asked for: it was not passed on,"
                + " and the connection was closed",
            EdgeCounts::outOfStep));
  }

  private static Row edge(String name, String help, ToLongFunction<EdgeCounts> figure) {
    return counter(
        name, help, List.of(), (traffic, points) -> points.add(figure.applyAsLong(traffic.edge())));
  }

  private static Row flying(String name, String help, ToLongFunction<InFlight> count) {
    return gauge(
        name,
        Measure.REQUESTS,
        help,
        UPSTREAM,
        (traffic, points) ->
            traffic
                .inFlight()
                .forEach(each -> points.add(count.applyAsLong(each), each.upstream())));
  }

  private static void signs(TrafficSnapshot traffic, Points points) {
    traffic
        .signs()
        .forEach(sign -> {
          Boolean seen = sign.seen();
          if (seen != null) {
            points.add(seen ? 1 : 0, sign.kind().word());
          }
        });
  }

  private static Row gauge(
      String name,
      Measure measure,
      String help,
      List<String> labels,
      BiConsumer<TrafficSnapshot, Points> reader) {
    return new Row(
        name,
        Kind.GAUGE,
        measure,
        help,
        labels,
        (source, points) -> reader.accept(source.snapshot(), points));
  }

  private static Row counter(
      String name, String help, List<String> labels, BiConsumer<TrafficSnapshot, Points> reader) {
    return new Row(
        name,
        Kind.COUNTER,
        Measure.NONE,
        help,
        labels,
        (source, points) -> reader.accept(source.snapshot(), points));
  }
}
