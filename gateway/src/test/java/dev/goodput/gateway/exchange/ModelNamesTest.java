package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.http.RequestHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of where requests name their model.
final class ModelNamesTest {
  private static RequestHead head(String lines) {
    return RequestHead.parse(
        ("POST /v1/audio/transcriptions HTTP/1.1\r\nHost: g\r\nContent-Length: 1\r\n"
                + lines
                + "\r\n")
            .getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String form(String disposition) {
    return "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"model\"\r\n"
        + "Content-Type: audio/mpeg\r\n\r\n\u0000\r\n--\r\n\r\nmodel\r\n"
        + "--X\r\n"
        + disposition
        + "\r\n\r\nwhisper-1\r\n--X--\r\n";
  }

  @ParameterizedTest
  @CsvSource({
    "/openai/deployments/gpt-4o/chat/completions, gpt-4o",
    "/prefix/openai/deployments/bge%20m3/embeddings, bge m3",
    "/v1beta/models/gemini-2.0-flash:streamGenerateContent, gemini-2.0-flash",
    "/v1/projects/p/locations/l/publishers/google/models/gemini:predict, gemini",
    "/model/anthropic.claude-v2%3A1/converse-stream, anthropic.claude-v2:1",
    "/model/llama%/invoke, llama%",
    "/v1/models/meta-llama/Llama-3, meta-llama/Llama-3",
    "/deployments/gpu-a/v1/chat/completions, ''",
    "/v1/models, ''",
    "/v1/chat/completions, ''"
  })
  void readsThePathsOfTheApisThatHaveItThere(String path, String model) {
    assertThat(ModelNames.ofPath(path)).isEqualTo(model);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Disposition: form-data; name=\"model\"",
        "content-type: text/plain\r\ncontent-disposition:form-data;name=model",
        "Content-Disposition: form-data; name=\"model\"; x=y\r\nContent-Type: text/plain"
      })
  void readsTheFieldOfAFormBehindAFile(String disposition) {
    for (String boundary : new String[] {"X", "\"X\"; charset=utf-8"}) {
      RequestHead head = head("Content-Type: multipart/form-data; boundary=" + boundary + "\r\n");
      assertThat(ModelNames.ofBody(head, bytes(form(disposition)))).isEqualTo("whisper-1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Disposition: form-data; name=\"models\"",
        "Content-Disposition: form-data; name=\"prompt\"; filename=\"model\"",
        "X: y"
      })
  void takesNoOtherFieldForTheModel(String disposition) {
    RequestHead head = head("Content-Type: multipart/form-data; boundary=X\r\n");
    assertThat(ModelNames.ofBody(head, bytes(form(disposition)))).isEmpty();
  }

  @Test
  void aFormThatIsCutOrHasNoBoundaryNamesNone() {
    String whole = form("Content-Disposition: form-data; name=\"model\"");
    RequestHead head = head("Content-Type: multipart/form-data; boundary=X\r\n");
    for (int length = 0; length < whole.indexOf("\r\n--X--"); length++) {
      assertThat(ModelNames.ofBody(head, bytes(whole.substring(0, length)))).isEmpty();
    }
    assertThat(ModelNames.ofBody(head("Content-Type: multipart/form-data\r\n"), bytes(whole)))
        .isEmpty();
  }

  @Test
  void readsJsonOfAnyApiAndPairs() {
    byte[] json = bytes("{\"query\":\"q\",\"documents\":[{\"model\":\"no\"}],\"model\":\"bge\"}");
    assertThat(ModelNames.ofBody(head(""), json)).isEqualTo("bge");
    String pairs = "Content-Type: application/x-www-form-urlencoded\r\n";
    assertThat(ModelNames.ofBody(head(pairs), json)).isEqualTo("bge");
    assertThat(ModelNames.ofBody(head(pairs), bytes("a=b&model=bge%2Fm+3"))).isEqualTo("bge/m 3");
    assertThat(ModelNames.ofQuery("/v1/realtime?x=y&model=gpt%2Drt")).isEqualTo("gpt-rt");
  }

  @Test
  void readsWhatIsCompressed() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes("{\"model\":\"qwen3\",\"messages\":[]}"));
    }
    assertThat(ModelNames.ofBody(head("Content-Encoding: gzip\r\n"), packed.toByteArray()))
        .isEqualTo("qwen3");
    assertThat(ModelNames.ofBody(head("Content-Encoding: lzma\r\n"), packed.toByteArray()))
        .isEmpty();
  }
}
