package dev.goodput.gateway.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutingTest {
  private static final SloClass CHAT = SloClass.of("chat");
  private static final Routing ROUTING =
      new Routing(
          List.of(
              route("embeddings", new Routing.RouteMatch("/v1/embeddings", "", "", "")),
              route("batch", new Routing.RouteMatch("/v1", "", "x-priority", "low")),
              route("qwen", new Routing.RouteMatch("", "qwen*", "", ""))),
          List.of(CHAT));

  private static Routing.Route route(String name, Routing.RouteMatch match) {
    return new Routing.Route(name, match, "any", CHAT.name());
  }

  private static String taken(String path, String model, Map<String, String> headers) {
    return ROUTING.route(path, model, headers::get).map(Routing.Route::name).orElse("none");
  }

  @Test
  void theFirstRouteThatMatchesIsTaken() {
    Map<String, String> low = Map.of("x-priority", "low");
    assertThat(taken("/v1/embeddings", "qwen3", low)).isEqualTo("embeddings");
    assertThat(taken("/v1/chat/completions", "qwen3", low)).isEqualTo("batch");
    assertThat(taken("/v1/chat/completions", "qwen3", Map.of("x-priority", "high")))
        .isEqualTo("qwen");
    assertThat(taken("/v1/chat/completions", "llama", Map.of())).isEqualTo("none");
  }

  private static List<String> possible(String path, Map<String, String> headers) {
    return ROUTING.candidates(path, headers::get).stream().map(Routing.Route::name).toList();
  }

  @Test
  void thoseArePossibleWhoseModelIsNotKnownYetUpToTheFirstThatTakesAny() {
    Map<String, String> low = Map.of("x-priority", "low");
    assertThat(possible("/v1/chat/completions", Map.of())).containsExactly("qwen");
    assertThat(possible("/v1/chat/completions", low)).containsExactly("batch");
    assertThat(possible("/v1/embeddings", low)).containsExactly("embeddings");
    assertThat(possible("/", low)).containsExactly("qwen");
  }

  @Test
  void aPathIsMatchedByWholeSegments() {
    assertThat(taken("/v1/embeddings/x", "", Map.of())).isEqualTo("embeddings");
    assertThat(taken("/v1/embeddings2", "", Map.of())).isEqualTo("none");
  }

  @Test
  void aModelWithoutAStarIsThatModelAlone() {
    Routing.RouteMatch one = new Routing.RouteMatch("", "qwen3", "", "");
    assertThat(one.matches("/", "qwen3", name -> null)).isTrue();
    assertThat(one.matches("/", "qwen3-32b", name -> null)).isFalse();
    assertThat(ROUTING.readsModels()).isTrue();
  }

  @Test
  void aHeaderWithoutAValueNeedsOnlyToBeThere() {
    Routing.RouteMatch headed = new Routing.RouteMatch("", "", "x-batch", "");
    assertThat(headed.matches("/", "", Map.of("x-batch", "1")::get)).isTrue();
    assertThat(headed.matches("/", "", name -> null)).isFalse();
  }
}
