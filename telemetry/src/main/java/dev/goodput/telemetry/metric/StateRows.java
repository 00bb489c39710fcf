package dev.goodput.telemetry.metric;

import dev.goodput.metrics.server.MetricUnit;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.UnparsedCount;
import dev.goodput.telemetry.metric.MetricRow.Kind;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// State metrics: requests in flight, hops that coalesce streams, warning signs, events, and losses
/// of the gateway's own observation.
final class StateRows {
  private static final List<String> UPSTREAM = List.of("upstream");
  private static final List<String> SENT_AS = List.of("sent_as");

  private StateRows() {}

  static List<MetricRow> all() {
    return Stream.of(states(), alerts(), unread(), counts(), edge(), telemetry())
        .flatMap(List::stream)
        .toList();
  }

  private static List<MetricRow> states() {
    return List.of(
        flying("in_flight", "Requests between their start and their end", InFlight::requests),
        flying(
            "waiting",
            "Requests without a first token: the queue as clients see it",
            InFlight::awaiting),
        flying(
            "streaming",
            "Requests whose response is being streamed: after the first token, before the end"
                + " event",
            InFlight::streaming),
        gauge(
            "coalescing",
            MetricUnit.NONE,
            "1 for the detected cause of streamed events that a proxy in front of the upstream"
                + " holds back; `none` and `undecided` are causes too",
            List.of("upstream", "cause"),
            (traffic, points) ->
                traffic
                    .coalescing()
                    .forEach((upstream, at) -> points.add(1, upstream, at.cause().key()))),
        gauge(
            "coalescing_held",
            MetricUnit.SECONDS,
            "Approximate mean time that an event is held back",
            UPSTREAM,
            (traffic, points) ->
                traffic
                    .coalescing()
                    .forEach((upstream, at) -> points.add(at.heldMs() / 1e3, upstream))),
        gauge(
            "warning_sign",
            MetricUnit.NONE,
            "1 where a warning sign of saturation is present, 0 where not; absent where not"
                + " observable",
            List.of("sign"),
            StateRows::signs));
  }

  private static List<MetricRow> alerts() {
    return List.of(
        gauge(
            "alert_firing",
            MetricUnit.NONE,
            "1 where a burn-rate alert that the gateway evaluates itself fires, 0 where none does",
            List.of("slo", "severity"),
            (traffic, points) ->
                traffic
                    .alerts()
                    .states()
                    .forEach(
                        each -> points.add(each.firing() ? 1 : 0, each.slo(), each.severity()))),
        counter(
            "alert_messages",
            "Messages about alerts by receiver: delivered, failed (given up) or dropped (queue"
                + " full)",
            List.of("receiver", "result"),
            (traffic, points) ->
                traffic
                    .alerts()
                    .receivers()
                    .forEach(each -> {
                      points.add(each.delivered(), each.name(), "delivered");
                      points.add(each.failed(), each.name(), "failed");
                      points.add(each.dropped(), each.name(), "dropped");
                    })));
  }

  private static List<MetricRow> unread() {
    return List.of(
        counter(
            "unparsed_requests",
            "Requests that were forwarded but could not be parsed, by the class of their status;"
                + " no other figure includes them",
            List.of("upstream", "status_class"),
            (traffic, points) ->
                traffic
                    .unread()
                    .forEach((upstream, count) ->
                        count
                            .byStatusClass()
                            .forEach((status, times) -> points.add(times, upstream, status)))),
        unread(
            "unparsed_request",
            MetricUnit.BYTES,
            "Request body bytes of unparsed requests",
            UnparsedCount::requestBytes),
        unread(
            "unparsed_response",
            MetricUnit.BYTES,
            "Response body bytes of unparsed requests",
            UnparsedCount::answerBytes),
        unread(
            "unparsed",
            MetricUnit.SECONDS,
            "Total time of unparsed requests, from start to end",
            count -> count.nanos() / 1e9));
  }

  private static MetricRow unread(
      String name, MetricUnit measure, String help, ToDoubleFunction<UnparsedCount> figure) {
    return new MetricRow(
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

  private static List<MetricRow> counts() {
    return List.of(
        counter(
            "events",
            "Events by kind: engine restarts and changes, engines out of memory, upstreams and"
                + " their metrics pages down and up, configuration, stored files, unknown finish"
                + " reasons",
            List.of("kind"),
            (traffic, points) -> {
              // A counter that starts at 1 has no increase that a query could find.
              for (TrafficEvent.Kind kind : TrafficEvent.Kind.values()) {
                points.add(traffic.eventCounts().getOrDefault(kind, 0L), kind.key());
              }
            }),
        counter(
                "records",
                "Attempts that were measured",
                List.of(),
                (traffic, points) -> points.add(traffic.records()))
            .inRollups(),
        counter(
            "dropped_observations",
            "Observations that were dropped before they were measured; forwarding never waits for"
                + " them",
            List.of(),
            (traffic, points) -> points.add(traffic.lost())),
        counter(
                "label_overflow_records",
                "Records with a label value replaced by \"other\" because the label's limit was"
                    + " reached",
                List.of("label"),
                (traffic, points) -> {
                  for (TrafficLabel label : TrafficLabel.values()) {
                    points.add(traffic.folded().getOrDefault(label, 0L), label.key());
                  }
                })
            .inRollups());
  }

  private static List<MetricRow> edge() {
    return List.of(
        edge(
            "connections_refused",
            "Client connections rejected with 503 because all connections were in use",
            EdgeCounts::connectionsRefused),
        edge(
            "requests_malformed",
            "Requests rejected as malformed, ambiguous, too large or too slow; most have no route"
                + " yet and are in no other figure",
            EdgeCounts::requestsRefused),
        edge(
            "requests_looped",
            "Requests rejected with 508 because this gateway had forwarded them several times: an"
                + " upstream points back to it. Each earlier pass is a failed request",
            EdgeCounts::loopedRequests),
        edge(
            "requests_rejected_for_memory",
            "Requests rejected with 503 because no memory was left to buffer their bodies; each"
                + " is a failed request, too",
            EdgeCounts::requestsCrowdedOut),
        edge(
            "truncated_request_bodies",
            "Request bodies that were not read completely, for lack of memory or because they"
                + " could not be decoded; model, limit and session may be missing from their"
                + " figures",
            EdgeCounts::bodiesCut),
        edge(
            "upstream_connections_failed_locally",
            "Connections to upstreams that failed because this machine had no port or file"
                + " descriptor left; each is a failed attempt, too, and not the upstream's fault",
            EdgeCounts::unableToConnect),
        edge(
            "requests_without_model",
            "Requests whose body named no readable model although routes depend on it; they take"
                + " the route for requests without a model",
            EdgeCounts::requestsWithoutModel),
        edge(
            "upstream_excess_responses",
            "Responses followed by bytes that belong to no request; the bytes were not forwarded,"
                + " and the connection was closed",
            EdgeCounts::outOfStep));
  }

  private static List<MetricRow> telemetry() {
    return List.of(
        counter(
            "telemetry_delivered_events",
            "Request events that the broker of `telemetry` stored, each alone (`event`) or in a"
                + " partial of a roll-up (`partial`)",
            SENT_AS,
            (traffic, points) ->
                eachForm(traffic, (form, events) -> points.add(events.delivered(), form))),
        counter(
            "telemetry_lost_events",
            "Request events that did not reach the broker: `overflow`, too many waited to be sent,"
                + " or an entry of the spill file could not be read; `undelivered`, the broker did"
                + " not confirm them in time",
            List.of("sent_as", "reason"),
            (traffic, points) ->
                eachForm(
                    traffic,
                    (form, events) -> {
                      points.add(events.overflowed(), form, "overflow");
                      points.add(events.undelivered(), form, "undelivered");
                    })),
        gauge(
            "telemetry_spilled_events",
            MetricUnit.NONE,
            "Request events that wait in the file of `telemetry.spill`",
            SENT_AS,
            (traffic, points) ->
                eachForm(traffic, (form, events) -> points.add(events.spilled(), form))));
  }

  private static void eachForm(TrafficSnapshot traffic, BiConsumer<String, EventCounts> to) {
    to.accept("event", traffic.edge().events());
    to.accept("partial", traffic.edge().partials());
  }

  private static MetricRow edge(String name, String help, ToLongFunction<EdgeCounts> figure) {
    return counter(
        name, help, List.of(), (traffic, points) -> points.add(figure.applyAsLong(traffic.edge())));
  }

  private static MetricRow flying(String name, String help, ToLongFunction<InFlight> count) {
    return gauge(
        name,
        MetricUnit.REQUESTS,
        help,
        UPSTREAM,
        (traffic, points) ->
            traffic
                .inFlight()
                .forEach(each -> points.add(count.applyAsLong(each), each.upstream())));
  }

  private static void signs(TrafficSnapshot traffic, MetricPoints points) {
    traffic
        .signs()
        .forEach(sign -> {
          Boolean seen = sign.seen();
          if (seen != null) {
            points.add(seen ? 1 : 0, sign.kind().key());
          }
        });
  }

  private static MetricRow gauge(
      String name,
      MetricUnit measure,
      String help,
      List<String> labels,
      BiConsumer<TrafficSnapshot, MetricPoints> reader) {
    return new MetricRow(
        name,
        Kind.GAUGE,
        measure,
        help,
        labels,
        (source, points) -> reader.accept(source.snapshot(), points));
  }

  private static MetricRow counter(
      String name,
      String help,
      List<String> labels,
      BiConsumer<TrafficSnapshot, MetricPoints> reader) {
    return new MetricRow(
        name,
        Kind.COUNTER,
        MetricUnit.NONE,
        help,
        labels,
        (source, points) -> reader.accept(source.snapshot(), points));
  }
}
