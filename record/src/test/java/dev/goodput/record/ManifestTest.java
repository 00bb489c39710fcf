package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ManifestTest {
  private static final Path FILE = Path.of("run", "manifest.properties");

  @Test
  void readsBackValuesWithLineBreaksBackslashesAndEqualsSigns() {
    Manifest manifest =
        Manifest.empty()
            .with("run.command", "bench --header 'a=b' \\\n --model \"Überlast\"\r\n")
            .with("empty", "")
            .with("space", "  # no note ")
            .with("ends", "\\")
            .with("target.max_model_len", 131_072)
            .with("run.attainment", 0.95);
    String text = ManifestFile.ManifestText.format(manifest);
    assertThat(ManifestFile.ManifestText.parse(text, FILE)).isEqualTo(manifest);
    assertThat(text.lines()).as("one line a value").hasSize(7);
  }

  @Test
  void readsNumbersAndTexts() {
    Manifest manifest = Manifest.empty().with("seed", -7).with("share", 0.1).with("name", "x");
    assertThat(manifest.whole("seed")).hasValue(-7);
    assertThat(manifest.decimal("share")).hasValue(0.1);
    assertThat(manifest.text("name")).hasValue("x");
    assertThat(manifest.require("name")).isEqualTo("x");
    assertThat(manifest.text("other")).isEmpty();
    assertThat(manifest.whole("other")).isEmpty();
    assertThat(manifest.decimal("other")).isEmpty();
  }

  @Test
  void namesTheValueThatIsMissingOrOfAnotherKind() {
    Manifest manifest = Manifest.empty().with("run.seed", "many");
    assertBadValue(() -> manifest.require("run.id"), "run.id is absent, expected a value");
    assertBadValue(
        () -> manifest.whole("run.seed"), "run.seed is \"many\", expected a whole number");
    assertBadValue(() -> manifest.decimal("run.seed"), "run.seed is \"many\", expected a number");
  }

  private static void assertBadValue(Runnable action, String message) {
    assertThatExceptionOfType(RecordException.BadValue.class)
        .isThrownBy(action::run)
        .withMessage("manifest: " + message);
  }

  @Test
  void refusesKeysThatWouldNotReadBack() {
    for (String key : new String[] {"", "a b", "a=b", "a\nb", "#a", "ä"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> Manifest.empty().with(key, "v"));
    }
  }

  @Test
  void keepsItsValuesWhenTheMapItWasMadeOfChanges() {
    TreeMap<String, String> map = new TreeMap<>(Map.of("a", "1"));
    Manifest manifest = new Manifest(map);
    map.put("b", "2");
    assertThat(manifest.values()).containsOnlyKeys("a");
  }

  @Test
  void skipsNotesAndBlankLines() {
    Manifest manifest =
        ManifestFile.ManifestText.parse("#goodput-run 1\n\n# a note = none\na=1\n", FILE);
    assertThat(manifest).isEqualTo(Manifest.empty().with("a", "1"));
  }

  @Test
  void namesTheLineWithoutKeyAndValue() {
    assertDamaged("#goodput-run 1\na=1\nrubbish\n", "manifest.properties:3");
    assertDamaged("#goodput-run 1\n=1\n", "manifest.properties:2");
    assertDamaged("#goodput-run 1\na=1\\x\n", "manifest.properties:2");
    assertDamaged("#goodput-run 1\na=1\\\n", "manifest.properties:2");
    assertDamaged("#goodput-run one\n", "manifest.properties:1");
    assertDamaged("{\"json\": true}", "manifest.properties:1");
    assertDamaged("", "manifest.properties:1");
  }

  private static void assertDamaged(String text, String where) {
    assertThatExceptionOfType(RecordException.Damaged.class)
        .isThrownBy(() -> ManifestFile.ManifestText.parse(text, FILE))
        .satisfies(
            e -> assertThat(e.getMessage()).contains(where + " is damaged: ").hasLineCount(1));
  }

  @Test
  void namesTheVersionsWhereANewerOneWroteIt() {
    assertThatExceptionOfType(RecordException.NewerVersion.class)
        .isThrownBy(() -> ManifestFile.ManifestText.parse("#goodput-run 2\na=1\n", FILE))
        .withMessageContaining("has format version 2, this Goodput reads up to 1");
  }
}
