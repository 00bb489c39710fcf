package dev.goodput.app.alerts;

import dev.goodput.record.SystemReason;
import dev.goodput.runner.AppException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// The text of a metrics page, from a file or a URL.
final class MetricsPageText {
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final int OK = 200;

  private MetricsPageText() {}

  /// @throws AppException.Usage a page that cannot be read
  static String read(String place) {
    try {
      return place.startsWith("http://") || place.startsWith("https://")
          ? fetch(place)
          : Files.readString(Path.of(place));
    } catch (IOException | IllegalArgumentException e) {
      String reason =
          e instanceof IOException io ? SystemReason.of(io, Path.of(place)) : e.getMessage();
      throw new AppException.Usage("--metrics " + place + " cannot be read: " + reason);
    }
  }

  private static String fetch(String url) throws IOException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(LONGEST).build();
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(LONGEST).build()) {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != OK) {
        throw new AppException.Usage(
            "--metrics " + url + " cannot be read: status " + response.statusCode());
      }
      return response.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AppException.Usage("--metrics " + url + ": interrupted");
    }
  }
}
