package dev.goodput.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class ModuleBundleTest {
  @Test
  void putsDependenciesFirstAndOnce() {
    String joined =
        bundle(
            Map.of(
                "main", "import { a } from './a.js';\nimport { b } from './b.js';\na(b);\n",
                "a", "import { b } from './b.js';\nexport function a() {}\n",
                "b", "export const b = 1;\n"));
    assertThat(joined)
        .isEqualTo(
            """
            const $b = (() => {
            const b = 1;
            return { b };
            })();
            const $a = (() => {
            const { b } = $b;
            function a() {}
            return { a };
            })();
            const $main = (() => {
            const { a } = $a;
            const { b } = $b;
            a(b);
            return {  };
            })();\
            """);
  }

  @Test
  void refusesModuleCycles() {
    assertThatThrownBy(() ->
            bundle(
                Map.of(
                    "main", "import { a } from './a.js';\nexport const m = 1;\n",
                    "a", "import { m } from './main.js';\nexport const a = m;\n")))
        .hasMessageContaining("circle");
  }

  @Test
  void refusesSyntaxItCannotJoin() {
    assertThatThrownBy(() -> bundle(Map.of("main", "export default 1;\n")))
        .hasMessageContaining("main.js has a line that cannot be joined: export default 1;");
    assertThatThrownBy(() -> bundle(Map.of("main", "import * as x from './x.js';\n")))
        .hasMessageContaining("cannot be joined");
  }

  private static String bundle(Map<String, String> modules) {
    return ModuleBundle.of("main", name -> modules.getOrDefault(name, ""));
  }
}
