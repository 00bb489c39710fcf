package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Errors of the driver for URLs that hold the password S3CRET.
class JdbcSecretsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgres://db/goodput?user=a&password=S3CRET",
        "jdbc:postgres://a:S3CRET@db/goodput",
        "jdbc:postgresql://a:S3CRET@db/goodput",
        "jdbc:postgresql://a:x@S3CRET/S3CRET@db/goodput",
        "jdbc:postgresql://127.0.0.1:1/goodput?sslpassword=S3CRET",
        "jdbc:postgresql:goodput?password=x@S3CRET&loginTimeout=x",
        "jdbc:postgresql://127.0.0.1:1/goodput?password=S3CRET&targetServerType=x"
      })
  void noPasswordIsPrinted(String url) {
    List<String> logged = Collections.synchronizedList(new ArrayList<>());
    Handler seen =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            logged.add(new SimpleFormatter().format(line));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger all = Logger.getLogger("");
    all.addHandler(seen);
    SQLException error;
    try {
      error = catchThrowableOfType(SQLException.class, () -> new RollupTable(url, "", "").close());
    } finally {
      all.removeHandler(seen);
    }

    assertThat(logged).noneMatch(line -> line.contains("S3CRET"));
    assertThat(new JdbcSecrets(url, "").masked(error)).isNotBlank().doesNotContain("S3CRET");
    assertThat(JdbcSecrets.masked(url)).isNotBlank().doesNotContain("S3CRET");
  }

  @Test
  void whatIsNoSecretStays() {
    String url = "jdbc:postgresql://db:5432/goodput?password=a%20b&user=me";
    SQLException error = new SQLException("no driver for " + url + "; tried a b and a%20b for me");

    assertThat(new JdbcSecrets(url, "env").masked(error))
        .isEqualTo("no driver for jdbc:postgresql://db:5432/goodput; tried *** and *** for me");
    assertThat(new JdbcSecrets(url, "env").masked(new SQLException("env is wrong")))
        .isEqualTo("*** is wrong");
  }
}
