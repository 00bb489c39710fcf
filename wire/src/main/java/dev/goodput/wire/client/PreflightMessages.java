package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.wire.PreflightException;
import dev.goodput.wire.PreflightException.Kind;
import dev.goodput.wire.dial.ConnectionErrors;
import dev.goodput.wire.dialect.Dialect;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The error message for each problem of a target.
///
/// @param base server's base URL without what no message should show
/// @param list URL of its model list
/// @param timeout time limit of each step
/// @param keyed whether a key was sent
/// @param redaction remover of secrets that the server quotes
record PreflightMessages(
    String base, String list, Duration timeout, boolean keyed, Redaction redaction) {
  private static final Pattern NO_MODEL =
      Pattern.compile("(?i)(?:no such|unknown|invalid|not found:?) (?:the )?model");

  /// The text after a model's name that means it is missing: `model tiny is not currently
  /// available`. Only these words may come in between; with any other word, something about an
  /// existing model is unavailable.
  private static final String IS_MISSING =
      "\\W+(?:(?:model|is|was|has|does|did|could|can|currently)\\W+){0,3}"
          + "(?:can)?not (?:(?:be|been|currently|yet) )*(?:found|exist|served|loaded|available)\\b";

  static PreflightMessages of(Endpoint endpoint, Duration timeout, Redaction redaction) {
    URI url = endpoint.baseUrl();
    String root = url.getScheme() + "://" + BaseUrl.authority(url);
    String list = root + MaskedUrl.query(BaseUrl.path(url, endpoint.dialect().modelsPath()));
    boolean keyed = endpoint.apiKey() != null;
    return new PreflightMessages(BaseUrl.shown(url), list, timeout, keyed, redaction);
  }

  private PreflightException problem(Kind kind, String line) {
    return new PreflightException(kind, redaction.clean(line));
  }

  /// Returns why the model list could not be read; null if it is not needed.
  ///
  /// @param named whether the user named a model, so that no list is needed
  @Nullable PreflightException list(ProbeSender.Reply reply, boolean named) {
    Outcome outcome = reply.outcome();
    if (outcome instanceof Outcome.HttpError(int status, String detail)) {
      return listStatus(status, detail, reply.request(), named);
    }
    if (outcome instanceof Outcome.Reset(String detail)) {
      return closed(detail, reply.request());
    }
    return named && reply.head() != null ? null : fatal(outcome, reply.request());
  }

  private @Nullable PreflightException listStatus(
      int status, String detail, String request, boolean named) {
    boolean last = status == 401 || status / 100 == 3;
    if (named && !last) {
      return null;
    }
    return switch (status) {
      case 404, 405, 501 -> noList(status, request);
      default -> {
        PreflightException fatal = status(status, detail, request);
        yield fatal == null ? noListNow(status, detail, request) : fatal;
      }
    };
  }

  private PreflightException noListNow(int status, String detail, String request) {
    return problem(
        Kind.UNAVAILABLE,
        base
            + " does not list its models now: "
            + request
            + " was answered with "
            + words(status, detail)
            + ". Try again once it serves, or name the model with --model");
  }

  PreflightException brokenList(ProbeSender.Reply reply, int at) {
    int length = reply.body().length();
    return problem(
        Kind.MALFORMED,
        base
            + " answers "
            + reply.request()
            + (length == 0
                ? " with nothing"
                : at > length
                    ? " with JSON that breaks off after " + length + " characters"
                    : " with what is not JSON at character " + at)
            + ". Is it an LLM server? If it is, name the model with --model");
  }

  private static String words(int status, String detail) {
    return new Outcome.HttpError(status, detail).words();
  }

  /// Returns whether a request was rejected because it requested usage.
  boolean refusesUsage(Outcome outcome) {
    return outcome instanceof Outcome.HttpError(int status, String detail)
        && status / 100 == 4
        && (detail.contains("stream_options") || detail.contains("include_usage"));
  }

  /// Whether a request was rejected because the model does not exist. A listed model may be
  /// rejected for other reasons.
  boolean aboutModel(Outcome outcome, String model, ModelList offered) {
    return outcome instanceof Outcome.HttpError(int status, String detail)
        && (status == 404 || status == 400)
        && !offered.offers(model)
        && (!offered.names().isEmpty() || missing(status, detail, model));
  }

  // A rejection may name the model but be about what the model cannot do.
  private static boolean missing(int status, String detail, String model) {
    Pattern missing = Pattern.compile(Pattern.quote(model) + IS_MISSING, Pattern.CASE_INSENSITIVE);
    return detail.contains(model)
        && (status == 404 || NO_MODEL.matcher(detail).find() || missing.matcher(detail).find());
  }

  String unlisted(String model, List<String> offered) {
    return redaction.clean(
        "the server answers for model \""
            + model
            + "\" and does not list it; it lists: "
            + shown(offered.stream().map(name -> '"' + name + '"').toList()));
  }

  String compressed(String coding) {
    return redaction.clean(
        "answers come compressed ("
            + coding
            + ") though nobody requested that: a compressor holds tokens back, and TTFT and ITL"
            + " show it");
  }

  /// Returns why the target cannot be measured at all; null if the pre-flight can go on.
  @Nullable PreflightException fatal(Outcome outcome, String request) {
    return switch (outcome) {
      case Outcome.Refused(String detail) -> refused(detail);
      case Outcome.Tls(String detail) ->
          problem(Kind.TLS, "cannot speak TLS with " + base + ": " + detail + tlsRemedy(detail));
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

  private static String tlsRemedy(String detail) {
    if (detail.equals(ConnectionErrors.ANOTHER_NAME)) {
      return ". Use the name that it is for in --url, or --insecure to trust anyone";
    }
    if (detail.equals(ConnectionErrors.NO_TLS)) {
      return ". Use http:// in --url";
    }
    if (detail.equals(ConnectionErrors.NO_HTTP2)) {
      return ". Leave out --http 2";
    }
    return ". Use --ca FILE for a private CA, --cert FILE where the server wants a client"
        + " certificate, or --insecure to trust anyone";
  }

  private PreflightException refused(String detail) {
    if (detail.equals("unknown host")) {
      return problem(
          Kind.UNKNOWN_HOST,
          "cannot reach " + base + ": no host of this name is known. Is it spelled right?");
    }
    if (detail.equals(ConnectionErrors.NO_HTTP2)) {
      String where = base.startsWith("https") ? "" : " without TLS";
      return problem(
          Kind.MALFORMED,
          base + " answers, and does not speak HTTP/2" + where + ". Leave out --http 2");
    }
    return problem(
        Kind.REFUSED,
        "cannot reach " + base + ": " + detail + port() + ". Is the server up? Try: curl " + list);
  }

  /// Returns the port that the scheme implies; empty if the URL names one.
  private String port() {
    if (base.matches(".*:\\d+(/.*)?")) {
      return "";
    }
    return " on port " + (base.startsWith("https") ? "443" : "80");
  }

  private PreflightException timedOut(Outcome.Timeout.Stage stage, String request) {
    if (stage == Outcome.Timeout.Stage.CONNECT) {
      String tls = base.startsWith("https") ? ", or does it speak http and not https?" : "?";
      return problem(
          Kind.TIMEOUT,
          "no connection to "
              + base
              + " in time. Is the address right, is a firewall between"
              + tls);
    }
    return problem(
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
    return problem(
        Kind.MALFORMED,
        "what answers " + request + " at " + base + " is not an LLM server's API: " + detail);
  }

  PreflightException html(String request) {
    return problem(
        Kind.HTML,
        base
            + " answers "
            + request
            + " with a web page (HTML), not with an API. Are the port and the path right?");
  }

  private @Nullable PreflightException status(int status, String detail, String request) {
    String message = words(status, detail);
    return switch (status) {
      case 401, 403 ->
          problem(
              Kind.UNAUTHORIZED,
              base
                  + " rejects "
                  + request
                  + " ("
                  + message
                  + "). "
                  + (keyed ? keyRemedy(status) : "Send a key with --api-key-env NAME"));
      case 404, 405, 501 ->
          problem(
              Kind.NOT_FOUND,
              base
                  + " does not serve "
                  + request
                  + " ("
                  + message
                  + "). Is the path right? --url up to its /v1, --endpoint "
                  + String.join("|", Dialect.names()));
      case 400, 406, 409, 411, 413, 415, 422 ->
          problem(
              Kind.REJECTED, base + " rejects " + request + " (" + message + ")" + remedy(detail));
      default ->
          status / 100 == 3
              ? problem(
                  Kind.NOT_FOUND,
                  base + " answers " + request + " with " + message + ". Use that as --url")
              : null;
    };
  }

  private static String keyRemedy(int status) {
    return status == 401
        ? "The key that was sent is not valid there: check it"
        : "The key that was sent may lack the right to use this: check its rights";
  }

  PreflightException chooseModel(List<String> offered) {
    String why =
        offered.isEmpty()
            ? base + " does not list its models. Name one with --model"
            : base + " serves several models: " + shown(offered) + ". Name one with --model";
    return problem(Kind.UNKNOWN_MODEL, why);
  }

  private static String remedy(String detail) {
    for (String[] each :
        new String[][] {{"ignore_eos", "--ignore-eos"}, {"temperature", "--temperature"}}) {
      if (detail.contains(each[0])) {
        return ". Leave out " + each[1];
      }
    }
    return "";
  }

  PreflightException noStream(String request) {
    return problem(
        Kind.NO_STREAM,
        base
            + " does not stream: it answered "
            + request
            + " in one piece. Measure it so with --no-stream (no TTFT, TPOT or ITL then)");
  }

  private PreflightException noList(int status, String request) {
    return problem(
        Kind.NOT_FOUND,
        base
            + " does not serve "
            + request
            + " ("
            + words(status, "")
            + "). Is the URL right? If it is, name the model with --model");
  }

  private PreflightException closed(String detail, String request) {
    String tls = base.startsWith("http:") ? ". Does it speak TLS? Then use https:// in --url" : "";
    return problem(
        Kind.REFUSED, base + " took " + request + " and gave no answer: " + detail + tls);
  }

  /// Returns the server's message about a model, and the models it offers.
  PreflightException modelRefused(String model, Outcome outcome, List<String> offered) {
    boolean named = offered.stream().allMatch(outcome.detail()::contains);
    String rest =
        offered.isEmpty()
            ? "Name one that it serves with --model"
            : (named ? "" : "It serves: " + shown(offered) + ". ")
                + "Use --model "
                + meant(model, offered);
    String detail = outcome.detail().isEmpty() ? "" : " (it reports: " + outcome.detail() + ")";
    return problem(
        Kind.UNKNOWN_MODEL, "no model \"" + model + "\" at " + base + detail + ". " + rest);
  }

  private static String meant(String model, List<String> offered) {
    return offered.size() == 1
        ? offered.getFirst()
        : WordSuggestion.to(model, offered).orElse("with one of these");
  }

  /// Returns a short description of an outcome.
  String outcome(Outcome outcome) {
    String message = outcome instanceof Outcome.HttpError error ? error.words() : outcome.detail();
    return (outcome.key() + " " + message).strip();
  }

  private static String shown(List<String> names) {
    int most = 8;
    return names.size() <= most
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, most)) + " and " + (names.size() - most) + " more";
  }
}
