package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.wire.PreflightException;
import dev.goodput.wire.PreflightException.Kind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The clear line for each thing that can be wrong with a target.
///
/// @param base the server's base URL as the user gave it
/// @param timeout how long each step may take
record PreflightWords(String base, Duration timeout) {

  /// What keeps the target from being measured at all; null where the step may be got over.
  @Nullable PreflightException fatal(Outcome outcome, String request) {
    return switch (outcome) {
      case Outcome.Refused(String detail) -> refused(detail);
      case Outcome.Tls(String detail) ->
          new PreflightException(
              Kind.TLS,
              "cannot speak TLS with "
                  + base
                  + ": "
                  + detail
                  + ". Use --ca FILE for a private CA, --cert FILE where the server wants a client"
                  + " certificate, or --insecure to trust anyone");
      case Outcome.Timeout(Outcome.Timeout.Stage stage) -> timedOut(stage, request);
      case Outcome.Malformed(String detail) -> malformed(detail, request);
      case Outcome.HttpError(int status, String detail) -> status(status, detail, request);
      case Outcome.Ok _,
          Outcome.ErrorEvent _,
          Outcome.Empty _,
          Outcome.Truncated _,
          Outcome.Reset _,
          Outcome.Unsent _,
          Outcome.Cancelled _ ->
          null;
    };
  }

  private PreflightException refused(String detail) {
    if (detail.equals("unknown host")) {
      return new PreflightException(
          Kind.UNKNOWN_HOST,
          "cannot reach " + base + ": no host of this name is known. Is it spelled right?");
    }
    return new PreflightException(
        Kind.REFUSED,
        "cannot reach "
            + base
            + ": "
            + detail
            + ". Is the server up? Try: curl "
            + base
            + "/v1/models");
  }

  private PreflightException timedOut(Outcome.Timeout.Stage stage, String request) {
    if (stage == Outcome.Timeout.Stage.CONNECT) {
      String tls = base.startsWith("https") ? ", or does it speak http and not https?" : "?";
      return new PreflightException(
          Kind.TIMEOUT,
          "no connection to "
              + base
              + " in time. Is the address right, is a firewall between"
              + tls);
    }
    return new PreflightException(
        Kind.TIMEOUT,
        base
            + " accepts connections but did not answer "
            + request
            + " within "
            + timeout.toSeconds()
            + " s. Is the server overloaded, or its model still loading?");
  }

  private PreflightException malformed(String detail, String request) {
    if (detail.startsWith("the server answers HTML")) {
      return html(request);
    }
    return new PreflightException(
        Kind.MALFORMED,
        "what answers " + request + " at " + base + " is not an LLM server's API: " + detail);
  }

  PreflightException html(String request) {
    return new PreflightException(
        Kind.HTML,
        base
            + " answers "
            + request
            + " with a web page (HTML), not with an API. Are the port and the path right?");
  }

  private @Nullable PreflightException status(int status, String detail, String request) {
    String said = detail.isEmpty() ? "" : ": " + detail;
    return switch (status) {
      case 401, 403 ->
          new PreflightException(
              Kind.UNAUTHORIZED,
              base
                  + " turns "
                  + request
                  + " away ("
                  + status
                  + said
                  + "). Give it a key: --api-key-env NAME");
      case 404, 405, 501 ->
          new PreflightException(
              Kind.NOT_FOUND,
              base
                  + " does not serve "
                  + request
                  + " ("
                  + status
                  + said
                  + "). Is the path right? --endpoint chat|completions, --url up to its /v1");
      case 400, 406, 409, 411, 413, 415, 422 ->
          new PreflightException(
              Kind.REJECTED, base + " rejects " + request + " (" + status + said + ")");
      default ->
          status / 100 == 3
              ? new PreflightException(
                  Kind.NOT_FOUND,
                  base + " answers " + request + " with " + status + said + ". Use that as --url")
              : null;
    };
  }

  PreflightException unknownModel(String model, List<String> offered) {
    return new PreflightException(
        Kind.UNKNOWN_MODEL,
        "no model \""
            + model
            + "\" at "
            + base
            + ". It serves: "
            + shown(offered)
            + ". Use --model "
            + offered.getFirst());
  }

  PreflightException chooseModel(List<String> offered) {
    String why =
        offered.isEmpty()
            ? base + " does not list its models. Name one with --model"
            : base + " serves several models: " + shown(offered) + ". Name one with --model";
    return new PreflightException(Kind.UNKNOWN_MODEL, why);
  }

  PreflightException noStream(String request) {
    return new PreflightException(
        Kind.NO_STREAM,
        base
            + " does not stream: it answered "
            + request
            + " in one piece. Measure it so with --no-stream (no TTFT, TPOT or ITL then)");
  }

  PreflightException noList(int status, String request) {
    return new PreflightException(
        Kind.NOT_FOUND,
        base
            + " does not serve "
            + request
            + " ("
            + status
            + "). Is the URL right? Where it is, name the model with --model");
  }

  PreflightException closed(String detail, String request) {
    return new PreflightException(
        Kind.REFUSED, base + " took " + request + " and gave no answer: " + detail);
  }

  /// The server's own words about a model, and those it offers.
  PreflightException modelRefused(String model, PreflightException said, List<String> offered) {
    String rest = offered.isEmpty() ? "" : " It serves: " + shown(offered) + ".";
    return new PreflightException(
        Kind.UNKNOWN_MODEL,
        "model \"" + model + "\" is not to be had." + rest + " " + said.getMessage());
  }

  /// An outcome in a few words.
  String outcome(Outcome outcome) {
    String status = outcome instanceof Outcome.HttpError(int code, String _) ? " " + code : "";
    return (outcome.key() + status + " " + outcome.detail()).strip();
  }

  private static String shown(List<String> names) {
    int most = 8;
    return names.size() <= most
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, most)) + " and " + (names.size() - most) + " more";
  }
}
