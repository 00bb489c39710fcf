package dev.goodput.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.runner.SecretJson;
import dev.goodput.runner.Secrets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;

class SecretsTest {
  @Test
  void keepsNoHeaderValueOfTheCommandLine() {
    List<String> kept =
        Secrets.command(
            List.of("bench", "--header", "Authorization: Bearer s3cr3t", "--header=X-Key: abc"));

    assertThat(kept)
        .containsExactly("bench", "--header", "Authorization: Bearer ***", "--header=X-Key: ***");
  }

  @Test
  void keepsNoHeaderThatLacksItsColon() {
    assertThat(Secrets.command(List.of("--header", "s3cr3t"))).containsExactly("--header", "***");
  }

  @Test
  void keepsNoKeyOfAnAddress() {
    assertThat(Secrets.command(List.of("--url", "u:s3cr3t@host:8000/v1?api-version=2&key=s3cr3t")))
        .containsExactly("--url", "***@host:8000/v1?api-version=2&key=***");
    assertThat(Secrets.command(List.of("--url=http://h/?access_token=s3cr3t")))
        .containsExactly("--url=http://h/?access_token=***");
  }

  @Test
  void keepsNoKeyOfTheExtraBody() {
    String body =
        "{\"api_key\":\"s3cr3t\",\"metadata\":{\"auth\":[{\"user\":\"s3cr3t\",\"pin\":4711}],\"note\":1.50},"
            + "\"max_tokens\":100,\"skip_special_tokens\":true,\"stop_token_ids\":[7],\"password\":12345,"
            + "\"hook\":\"http://u:s3cr3t@h/?key=s3cr3t\"}";
    String starred =
        "{\"api_key\":\"***\",\"metadata\":{\"auth\":[{\"user\":\"***\",\"pin\":\"***\"}],\"note\":1.5},"
            + "\"max_tokens\":100,\"skip_special_tokens\":true,\"stop_token_ids\":[7],\"password\":\"***\","
            + "\"hook\":\"http://***@h/?key=***\"}";

    assertThat(Secrets.command(List.of("--extra-body", body, "--extra-body=" + body)))
        .containsExactly("--extra-body", starred, "--extra-body=" + starred);
    assertThat(SecretJson.secrets(body)).containsExactly("s3cr3t", "s3cr3t", "4711", "12345");
  }

  @Test
  void keepsNoMemberWhoseNameHasASpaceAndEveryNumberThatCountsTokens() {
    assertThat(
            Secrets.command(
                List.of("--extra-body", "{\"api key\":\"s3cr3t\",\"thinking_token_budget\":4096}")))
        .containsExactly("--extra-body", "{\"api key\":\"***\",\"thinking_token_budget\":4096}");
  }

  @Test
  void keepsNothingOfAnExtraBodyThatIsNoJson() {
    assertThat(Secrets.command(List.of("--extra-body", "{\"api_key\": s3cr3t")))
        .containsExactly("--extra-body", "***");
  }

  @Test
  void keepsNoValueOfAnOptionThatIsDeclaredSecret() {
    assertThat(CommandLineReader.of(RootCommand.find()).getSubcommands().values())
        .flatExtracting(command -> command.getCommandSpec().options())
        .filteredOn(option ->
            CommandLineReader.carried(option)
                .filter(each -> each.value() == NextCommandRole.Into.SECRET)
                .isPresent())
        .extracting(OptionSpec::longestName)
        .contains("--header", "--profiler-begin", "--profiler-end")
        .allSatisfy(name ->
            assertThat(Secrets.command(List.of(name, "s3cr3t", name + "=s3cr3t")))
                .containsExactly(name, "***", name + "=***"));
  }
}
