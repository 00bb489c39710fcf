package dev.goodput.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// A digest that distinguishes two files of the same name.
public final class FileDigest {
  private FileDigest() {}

  /// Returns `sha256:` and the digest of a workload's file; empty for a built-in workload and for
  /// anything that is not a regular file and may be readable only once.
  public static Optional<String> of(String nameOrFile) {
    try {
      Path path = Path.of(nameOrFile);
      boolean file = !Workloads.names().contains(nameOrFile) && Files.isRegularFile(path);
      return file
          ? Optional.of("sha256:" + HexFormat.of().formatHex(sha256(path)))
          : Optional.empty();
    } catch (InvalidPathException | IOException e) {
      return Optional.empty();
    }
  }

  private static byte[] sha256(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
