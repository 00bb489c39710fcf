package dev.goodput.wire.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PreflightMessagesTest {
  private final Endpoint endpoint = ClientRig.endpoint("http://h");
  private final PreflightMessages words =
      PreflightMessages.of(endpoint, Duration.ofSeconds(1), Redaction.of(endpoint));

  @ParameterizedTest
  @CsvSource({
    "400, \"tiny\" does not support chat, false",
    "400, tiny: unknown parameter ignore_eos, false",
    "400, Invalid model name passed in model=tiny, true",
    "400, The model `tiny` does not exist., true",
    "400, chat template not found for tiny, false",
    "400, logprobs are not available for model tiny, false",
    "400, tiny: logprobs are not available, false",
    "400, model tiny: tool calls are not available, false",
    "400, model tiny is not currently available, true",
    "400, tiny is currently not available, true",
    "400, the model tiny could not be found, true",
    "400, tiny cannot be found, true",
    "400, 'model \"tiny\" not found, try pulling it first', true",
    "400, model 'tiny' is not loaded, true",
    "400, not found: model tiny, true",
    "404, \"tiny\" is not there, true",
    "404, Not Found, false"
  })
  void distinguishAMissingModelFromAnUnsupportedRequestWithoutAList(
      int status, String detail, boolean missing) {
    Outcome refusal = new Outcome.HttpError(status, detail);

    assertThat(words.aboutModel(refusal, "tiny", ModelList.NONE)).isEqualTo(missing);
  }

  @Test
  void questionsTheKeyOnlyIfOneWasSent() {
    Outcome refusal = new Outcome.HttpError(401, "no");
    PreflightMessages keyed =
        new PreflightMessages("http://h", "/", words.timeout(), true, words.redaction());

    assertThat(message(words, refusal)).endsWith("(401: no). Send a key with --api-key-env NAME");
    assertThat(message(keyed, refusal))
        .endsWith("(401: no). The key that was sent is not valid there: check it");
  }

  @Test
  void questionsTheRightsOfAKeyThatIsForbidden() {
    Outcome refusal = new Outcome.HttpError(403, "no");
    PreflightMessages keyed =
        new PreflightMessages("http://h", "/", words.timeout(), true, words.redaction());

    assertThat(message(words, refusal)).endsWith("Send a key with --api-key-env NAME");
    assertThat(message(keyed, refusal))
        .endsWith("The key that was sent may lack the right to use this: check its rights");
  }

  private static String message(PreflightMessages words, Outcome refusal) {
    return String.valueOf(requireNonNull(words.fatal(refusal, "GET /v1/models")).getMessage());
  }
}
