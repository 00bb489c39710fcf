package dev.goodput.report.page;

import dev.goodput.report.ReportFile;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/// The page's parts as they lie in the resources.
final class Assets {
  private static final List<String> STYLES =
      List.of(
          "vendor/uplot/uPlot.min.css",
          "css/base.css",
          "css/band.css",
          "css/charts.css",
          "css/replay.css",
          "css/print.css");

  private Assets() {}

  static String read(String name) {
    return ReportFile.resource(Assets.class, name);
  }

  static String styles() {
    return STYLES.stream().map(Assets::read).collect(Collectors.joining("\n"));
  }

  static String chartLibrary() {
    return read("vendor/uplot/uPlot.iife.min.js");
  }

  /// The source expression of a content security policy that allows exactly this text.
  static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] sum = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(sum) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
