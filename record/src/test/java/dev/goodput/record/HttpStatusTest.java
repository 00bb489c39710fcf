package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpStatusTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "404 | not found (404) | 404 Not Found",
        "404 | Not Found | 404 Not Found",
        "404 | 404 Not Found | 404 Not Found",
        "404 | '' | 404 Not Found",
        "404 | 404 page not found | 404: page not found",
        "404 | Not Found (not_found_error) | 404 Not Found (not_found_error)",
        "404 | Not Found: no such route | 404: no such route",
        "404 | no such page | 404: no such page",
        "401 | Unauthorized. | 401 Unauthorized",
        "401 | Unauthorized users wait | 401: Unauthorized users wait",
        "503 | the queue is full | 503: the queue is full",
        "529 | overloaded (529) | 529: overloaded",
        "599 | '' | 599"
      })
  void namesTheStatusOnce(int status, String message, String words) {
    assertThat(new Outcome.HttpError(status, message).words()).isEqualTo(words);
  }
}
