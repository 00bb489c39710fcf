package dev.goodput.monitor.page;

import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.TokenSources;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The limits of the figures of the page, in sentences.
final class LiveLimits {
  private static final int MAX_MODELS = 5;

  private LiveLimits() {}

  static List<String> of(LiveInput in) {
    TrafficSnapshot traffic = in.traffic();
    List<String> words = new ArrayList<>();
    words.add(
        "What happens between this gateway and its clients: latencies start when the request has"
            + " been read and end when bytes are written to the client's socket.");
    words.add(
        "What happened more than %s ago: figures start again with the gateway. --log keeps records."
            .formatted(Figures.span(GatewayPart.seconds(traffic))));
    words.add(
        "How long clients who left would have waited: their time to first token is longer than the"
            + " time they stayed.");
    words.add(
        "What an engine generated but did not send, for example after a client left: wasted work"
            + " counts only tokens that arrived here.");
    words.add(
        "The latency of requests in flight: it counts when they end. A window moves in steps, so it"
            + " can be a little shorter than its name.");
    rates(traffic, words);
    sources(traffic.all().totals().tokens().sources(), words);
    tokens(traffic.all().totals(), words);
    costs(traffic, words);
    rest(in, words);
    return words;
  }

  private static void rates(TrafficSnapshot traffic, List<String> words) {
    words.add(
        "The tokens of open streams: they count when the stream ends, in the seconds in which they"
            + " arrived. A second is shown once half of its streams have ended. It is exact once"
            + " all have ended.");
    traffic.all().windows().stream()
        .filter(TrafficWindow::tooShort)
        .reduce((_, longer) -> longer)
        .ifPresent(window ->
            words.add(
                "Exact rates, goodput per second and cost over %s or less: responses take more than half as long, so chance decides which of them end in the window."
                    .formatted(Figures.span(window.seconds()))));
  }

  private static void sources(TokenSources sources, List<String> words) {
    if (sources.inputUnknown() > 0) {
      words.add(
          "The prompt tokens of %s: the server reported no usage, so input rate, waste and cost exclude them. Have clients request usage (stream_options.include_usage)."
              .formatted(Figures.counted(sources.inputUnknown(), "exchange")));
    }
    if (sources.chunks() > 0) {
      words.add(
          "The output tokens of %s: the server reported no usable usage, so each content chunk counts as one token. Have clients request usage (stream_options.include_usage)."
              .formatted(Figures.counted(sources.chunks(), "response")));
    }
    if (sources.contradicted() > 0) {
      words.add(
          "The usage of %s: it reports 0 output tokens with text, so it is ignored."
              .formatted(Figures.counted(sources.contradicted(), "response")));
    }
    if (sources.withoutItl() > 0) {
      words.add(
          "The tokens per chunk of %s: the mean inter-token latency includes these responses, its percentiles do not."
              .formatted(Figures.counted(sources.withoutItl(), "response")));
    }
  }

  private static void tokens(TrafficCounts totals, List<String> words) {
    if (totals.unstreamed() > 0) {
      words.add(
          "The time to first token of %s that arrived in one piece although a stream was requested."
              .formatted(Figures.counted(totals.unstreamed(), "response")));
    }
  }

  private static void costs(TrafficSnapshot traffic, List<String> words) {
    TrafficCounts totals = traffic.all().totals();
    List<String> models = new ArrayList<>();
    traffic
        .by(TrafficLabel.MODEL)
        .forEach((model, series) -> {
          if (series.totals().priced() < series.totals().attempts()) {
            models.add("\"" + SafeText.text(model) + "\"");
          }
        });
    String named =
        models.size() > MAX_MODELS
            ? String.join(", ", models.subList(0, MAX_MODELS)) + ", …"
            : String.join(", ", models);
    if (totals.priced() == 0) {
      words.add(
          "Costs: no price list is configured for the requested models%s."
              .formatted(named.isEmpty() ? "" : " (" + named + ")"));
    } else if (totals.priced() < totals.attempts()) {
      words.add(
          "The cost of %s: no price is configured for their model (%s)."
              .formatted(Figures.counted(totals.attempts() - totals.priced(), "exchange"), named));
    }
  }

  private static void edge(EdgeCounts edge, List<String> words) {
    if (edge.connectionsRefused() > 0) {
      words.add(
          "The requests of %s: they got 503 at once, because limits.max-connections connections were open."
              .formatted(Figures.counted(edge.connectionsRefused(), "connection")));
    }
    if (edge.requestsRefused() > 0) {
      words.add(
          "The content of %s: refused as malformed, ambiguous, too large or too slow."
              .formatted(Figures.counted(edge.requestsRefused(), "request")));
    }
    if (edge.loopedRequests() > 0) {
      words.add(
          "The content of %s: refused, because an upstream leads back to this gateway (a loop)."
              .formatted(Figures.counted(edge.loopedRequests(), "request")));
    }
    if (edge.requestsCrowdedOut() > 0) {
      words.add(
          "The content of %s: they got 503, because no memory was left for their bodies."
              .formatted(Figures.counted(edge.requestsCrowdedOut(), "request")));
    }
    if (edge.bodiesCut() > 0) {
      words.add(
          "The full content of %s: no memory was left to read it, or it could not be decoded."
              .formatted(Figures.counted(edge.bodiesCut(), "request")));
    }
  }

  private static void models(EdgeCounts edge, List<String> words) {
    if (edge.requestsWithoutModel() > 0) {
      words.add(
          "The model of %s: their bodies have no readable model name, so no route by model applied to"
                  .formatted(Figures.counted(edge.requestsWithoutModel(), "request"))
              + " them.");
    }
  }

  private static void rest(LiveInput in, List<String> words) {
    long unplaced = in.traffic().all().hour().unplaced();
    if (unplaced > 0) {
      words.add(
          "Percentiles with %s of the last hour: the memory for percentiles was full; counts include these values."
              .formatted(Figures.counted(unplaced, "value")));
    }
    long unread = GatewayPart.unread(in.traffic());
    if (unread > 0) {
      words.add(
          "The content of %s: forwarded, but not recognized as model requests, and counted"
                  .formatted(Figures.counted(unread, "request"))
              + " separately by bytes, status and time.");
    }
    edge(in.traffic().edge(), words);
    models(in.traffic().edge(), words);
    for (Map.Entry<?, Long> folded : in.traffic().folded().entrySet()) {
      if (folded.getValue() > 0) {
        words.add(
            "The names behind %s: there are too many names, so these count as"
                    .formatted(Figures.counted(folded.getValue(), "exchange"))
                + " other.");
        break;
      }
    }
    if (in.engines() == null || in.engines().pages(in.traffic().nowNanos()).isEmpty()) {
      words.add("The state of the engines: no metrics page of an upstream is read.");
    }
  }
}
