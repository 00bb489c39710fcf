package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.wire.sse.EventKind;
import org.junit.jupiter.api.Test;

/// Errors after a 200, in every known form, and error bodies.
final class ErrorShapesTest {

  private static String reported(EventKind kind, String event) {
    AnswerScript script = new AnswerScript();
    byte[] bytes = Bytes.of(event);
    Dialect.named("chat").newParser(script, false).event(bytes, 0, bytes.length, kind, true);
    return String.join("; ", script.reported);
  }

  private static String reported(String event) {
    return reported(EventKind.DATA, event);
  }

  private static String body(String body) {
    byte[] bytes = Bytes.of(body);
    return ErrorText.of(bytes, 0, bytes.length);
  }

  @Test
  void readsAnErrorObject() {
    assertThat(reported("{\"error\":{\"message\":\"no\",\"type\":\"server_error\",\"code\":null}}"))
        .isEqualTo("error no (server_error)");
    assertThat(reported("{\"error\":{\"message\":\"no\",\"http_status_code\":422}}"))
        .isEqualTo("error no (422)");
    assertThat(reported("{\"error\":{\"code\":502}}")).isEqualTo("error (502)");
  }

  @Test
  void readsAnErrorText() {
    assertThat(reported("{\"error\":\"text\",\"error_type\":\"generation\"}"))
        .isEqualTo("error text");
  }

  @Test
  void readsAnObjectThatCallsItselfError() {
    assertThat(
            reported(
                "{\"object\":\"error\",\"message\":\"bad\",\"type\":\"BadRequestError\",\"code\":400}"))
        .isEqualTo("error bad");
    assertThat(
            reported(
                "{\"type\":\"error\",\"error\":{\"type\":\"overloaded\",\"message\":\"full\"}}"))
        .isEqualTo("error full (overloaded)");
  }

  @Test
  void readsTheFieldAndTheTypeError() {
    assertThat(
            reported(
                EventKind.ERROR_FIELD,
                "{\"code\":400,\"message\":\"too long\",\"type\":\"invalid_request_error\"}"))
        .isEqualTo("error too long (400, invalid_request_error)");
    assertThat(reported(EventKind.ERROR, "plain words")).isEqualTo("error plain words");
    assertThat(reported(EventKind.ERROR, "")).isEqualTo("error error");
  }

  @Test
  void findsAnErrorNextToChoices() {
    assertThat(
            reported(
                "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}],"
                    + "\"error\":{\"code\":502,\"message\":\"upstream\"}}"))
        .isEqualTo("error upstream (502); finish error");
    assertThat(reported("{\"choices\":[],\"error\":{\"message\":\"x\"}}")).isEqualTo("error x");
    assertThat(
            reported(
                "{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"error\":{\"message\":\"x\"}}"))
        .isEqualTo("error x; ANSWER");
  }

  @Test
  void treatsTheFinishReasonErrorAsAnError() {
    assertThat(reported("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"error\"}]}"))
        .isEqualTo("error finish_reason \"error\"; finish error");
  }

  @Test
  void treatsNullFalseAndEmptyAsNoError() {
    assertThat(reported("{\"choices\":[],\"error\":null}")).isEmpty();
    assertThat(reported("{\"choices\":[],\"error\":false}")).isEmpty();
    assertThat(reported("{\"choices\":[],\"error\":\"\"}")).isEmpty();
    assertThat(reported("{\"choices\":[],\"error\":{}}")).isEmpty();
  }

  @Test
  void readsErrorsInAnArray() {
    assertThat(reported("[{\"error\":{\"code\":429,\"message\":\"quota\"}}]"))
        .isEqualTo("error quota (429)");
  }

  @Test
  void findsTheMessageOfAnErrorBody() {
    assertThat(body("{\"error\":{\"message\":\"The model `nope` does not exist.\",\"code\":404}}"))
        .isEqualTo("The model `nope` does not exist. (404)");
    assertThat(body("{\"error\":\"busy\"}")).isEqualTo("busy");
    assertThat(body("{\"detail\":\"Unexpected fields\"}")).isEqualTo("Unexpected fields");
    assertThat(
            body("{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"field required\"},{\"msg\":\"b\"}]}"))
        .isEqualTo("field required; b");
    assertThat(body("{\"message\":\"m\",\"type\":\"t\"}")).isEqualTo("m (t)");
    assertThat(body("{\"status\":\"down\"}")).isEqualTo("{\"status\":\"down\"}");
  }

  @Test
  void removesTagsFromAPage() {
    assertThat(body("<html>\n<title>502</title><style>b{}</style><h1>Bad\tGateway</h1></html>"))
        .isEqualTo("502 Bad Gateway");
    assertThat(body("")).isEmpty();
    assertThat(body("x".repeat(1000))).hasSize(301);
    assertThat(body("<b>No</b><style>" + "x{}".repeat(9000) + "</style>")).isEqualTo("No");
    assertThat(body("No" + "<script>".repeat(8000))).isEqualTo("No");
    assertThat(body("<p>" + " ".repeat(5000) + "late")).isEmpty();
  }
}
