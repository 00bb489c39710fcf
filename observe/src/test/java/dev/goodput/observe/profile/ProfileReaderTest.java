package dev.goodput.observe.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.observe.profile.Profile.Operator;
import dev.goodput.observe.profile.Profile.Timeline;
import dev.goodput.wire.BadSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProfileReaderTest {
  private static final String KERNEL =
      "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": 0, \"tid\": 7, \"ts\": %s,"
          + " \"dur\": %s, \"args\": {\"device\": %d, \"stream\": 7}}";

  @TempDir private Path directory;

  private static Path resource(String name) {
    return Path.of("src/test/resources/dev/goodput/observe/profile", name);
  }

  private Profile read(String text) throws IOException {
    return ProfileReader.read(Files.writeString(directory.resolve("profile"), text));
  }

  private static String event(String category, String name, String start, String duration) {
    return KERNEL.formatted(category, name, start, duration, 0);
  }

  private static Timeline timeline(Profile profile) {
    return Objects.requireNonNull(profile.timeline());
  }

  @Test
  void computesTheOwnTimesOfTorch() throws IOException {
    Profile profile = ProfileReader.read(resource("torch-cpu.pt.trace.json.gz"));
    String own =
        profile.operators().stream()
            .map(each -> "%s,%d,%.3f".formatted(each.name(), each.calls(), each.nanos() / 1e3))
            .sorted()
            .collect(Collectors.joining("\n"));
    String expected =
        Files.readString(resource("torch-cpu.key-averages.csv"))
            .lines()
            .skip(1)
            .sorted()
            .collect(Collectors.joining("\n"));
    assertThat(own).isEqualTo(expected);
    assertThat(profile.gpu()).isFalse();
  }

  // The expected figures were computed from the file with exact decimals: at each instant, time
  // belongs to the innermost operator.
  @Test
  void readsATraceOfVllm() {
    Profile profile = ProfileReader.read(resource("vllm-cpu.pt.trace.json.gz"));
    assertThat(profile.operators().getFirst())
        .isEqualTo(new Operator("aten::index", OperatorKind.OTHER, 3, 10_690_079));
    assertThat(profile.operators().get(1).nanos()).isEqualTo(10_265_683);
    assertThat(profile.events()).isEqualTo(900);
    assertThat(profile.operators()).hasSize(50);
    assertThat(timeline(profile).busyNanos()).isEqualTo(58_489_737);
    assertThat(timeline(profile).spanNanos()).isEqualTo(92_691_607);
  }

  @Test
  void countsOverlappingKernelsOnceAndKeepsNanoseconds() throws IOException {
    Profile profile =
        read(
            "[%s, %s, %s, %s, %s]"
                .formatted(
                    event("kernel", "b", "1695835543008415.5", "4"),
                    event("kernel", "a", "1695835543008412.001", "5"),
                    event("gpu_memcpy", "Memcpy HtoD", "1695835543010419.5", "1"),
                    event("cuda_runtime", "cudaLaunchKernel", "1695835543008400", "2.5"),
                    event("gpu_user_annotation", "step", "1695835543008000", "9000")));
    Timeline timeline = timeline(profile);
    assertThat(timeline.busyNanos()).as("two overlap by 1.501 µs").isEqualTo(7_499 + 1_000);
    assertThat(timeline.spanNanos()).isEqualTo(2_008_499);
    assertThat(timeline.longestGapNanos()).isEqualTo(2_000_000);
    assertThat(timeline.longGaps()).isEqualTo(1);
    assertThat(profile.calls()).isEqualTo(new Profile.HostCalls(1, 2_500, 0));
    assertThat(profile.operators())
        .extracting(Operator::name)
        .containsExactly("a", "b", "Memcpy HtoD");
  }

  @Test
  void addsDevicesAndTakesOneSpan() throws IOException {
    String other = KERNEL.formatted("kernel", "a", "30", "10", 1);
    Profile profile = read("[%s, %s]".formatted(event("kernel", "a", "0", "10"), other));
    assertThat(timeline(profile).devices()).isEqualTo(2);
    assertThat(timeline(profile).idleShare()).isEqualTo(1 - 20.0 / 80);
  }

  @Test
  void readsSumsOfNsys() {
    Profile profile = ProfileReader.read(resource("nsys.csv"));
    assertThat(profile.timeline()).isNull();
    assertThat(profile.operatorNanos()).isEqualTo(10_000_000);
    assertThat(profile.share(OperatorKind.MATRIX)).isEqualTo(0.5);
    assertThat(profile.share(OperatorKind.COPY)).isEqualTo(0.2);
    assertThat(profile.operators().get(1).calls()).isEqualTo(300);
    assertThat(profile.calls()).isEqualTo(new Profile.HostCalls(400, 4_000_000, 3_000_000));
    assertThat(EngineBound.of(profile)).isEqualTo(EngineBound.MATRIX);
  }

  @Test
  void readsATraceOfNsys() {
    Profile profile = ProfileReader.read(resource("nsys-trace.csv"));
    assertThat(timeline(profile))
        .isEqualTo(new Timeline(1, 4_000_000, 2_000_000, 1, 2_000_000, 2_000_000));
    assertThat(profile.share(OperatorKind.ATTENTION)).isEqualTo(0.8);
    assertThat(EngineBound.of(profile)).isEqualTo(EngineBound.HOST);
  }

  @Test
  void readsMicrosecondsOfNsys() throws IOException {
    Profile profile = read("Time(%),Total Time (us),Instances,Name\n100.0,12.5,4,k\n");
    assertThat(profile.operators())
        .containsExactly(new Operator("k", OperatorKind.OTHER, 4, 12_500));
  }

  @Test
  void readsAProfileOfTrtexec() {
    Profile profile = ProfileReader.read(resource("trtexec.json"));
    Operator first = profile.operators().getFirst();
    assertThat(first.calls()).isEqualTo(50);
    assertThat(profile.share(first.nanos())).isCloseTo(0.61, within(1e-12));
    assertThat(first.kind()).isEqualTo(OperatorKind.ATTENTION);
  }

  @ParameterizedTest
  @CsvSource({
    // idle share, launch µs, then the kinds of 100 µs of kernels
    "50, 50, ncclDevKernel_AllReduce, LAUNCHES",
    "50, 49, ncclDevKernel_AllReduce, HOST",
    "29, 90, ncclDevKernel_AllReduce, COMMUNICATION",
    "0, 0, Memcpy DtoD, COPIES",
    "0, 0, paged_attention_v2_kernel, ATTENTION",
    "0, 0, nvjet_hsh_128x64, MATRIX",
    "0, 0, rms_norm_kernel, NONE"
  })
  void derivesTheBound(int idle, int launch, String kernel, EngineBound bound) throws IOException {
    int busy = 100 - idle;
    String last = event("kernel", kernel, "99", "1");
    String text =
        "[%s, %s, %s]"
            .formatted(
                event("cuda_runtime", "cudaLaunchKernel", "0", String.valueOf(launch)),
                event("kernel", kernel, "0", String.valueOf(busy - 1)),
                last);
    assertThat(EngineBound.of(read(text))).isEqualTo(bound);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|is empty",
        "'[{\"ph\": \"X\"}, {\"ph\": '|is cut off after 1 events",
        "'[{\"ph\": \"X\"}'|is cut off after 1 events",
        "'[{\"ph\": \"X\"} x]'|profile:1: not JSON",
        "'{\"traceEvents\": []}'|has no operator",
        "'[{\"ph\": \"X\", \"cat\": \"python_function\", \"name\": \"f\"}]'|only Python functions",
        "'a,b\n1,2'|has no table of GPU kernels; expected a torch profiler trace",
        "'Total Time (ns),Instances,Name\n"
            + "1,2'|profile:2: expected 3 columns like the header, found 2",
        "'Total Time (ns),Instances,Name\n"
            + "1x,2,k'|profile:2: expected a number of at least 0, found \"1x\""
      })
  void namesWhatIsWrong(String text, String problem) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void namesACompressedFileThatIsCutAnywhere() throws IOException {
    byte[] whole = Files.readAllBytes(resource("torch-cpu.pt.trace.json.gz"));
    Path cut = directory.resolve("cut.json.gz");
    for (int length : new int[] {2, 12, 30, 100, 200, whole.length / 2, whole.length - 20}) {
      Files.write(cut, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> ProfileReader.read(cut))
          .as("%d bytes", length)
          .isInstanceOf(BadSettingException.class)
          .hasMessageContaining("cut.json.gz is cut off");
    }
  }

  @ParameterizedTest
  @CsvSource({"10, 1e300", "10, NaN", "10, -400", "10, '\"x\"'", "99999999999999999999999, 4"})
  void saysHowManyEventsItExcludes(String start, String duration) throws IOException {
    Profile profile =
        read(
            "["
                + event("kernel", "a", "1", "5")
                + ","
                + event("kernel", "b", start, duration)
                + "]");
    assertThat(profile.operators()).extracting(Operator::name).containsExactly("a");
    assertThat(profile.notes()).singleElement().asString().startsWith("1 event is excluded");
  }
}
