package dev.goodput.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.testing.WorkloadFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadsTest {
  @TempDir private Path directory;

  @Test
  void findsEveryNameItLists() {
    assertThat(Workloads.names())
        .containsExactlyInAnyOrder(
            "azure-code", "azure-conv", "mooncake-conversation", "sharegpt-lengths", "synthetic");
    for (String name : Workloads.names()) {
      assertThat(Workloads.find(name).name()).isEqualTo(name);
      assertThat(Workloads.find(name).summary()).doesNotContain("\n");
    }
  }

  @Test
  void findsTheMatchingPreset() {
    assertThat(Workloads.find("azure-conv").sloPreset()).contains("chat");
    assertThat(Workloads.find("azure-code").sloPreset()).contains("code-completion");
    assertThat(Workloads.find("sharegpt-lengths").sloPreset()).contains("chat");
    assertThat(Workloads.find("mooncake-conversation").sloPreset()).contains("chat");
    assertThat(Workloads.find("synthetic").sloPreset()).isEmpty();
  }

  @Test
  void reportsWhichWorkloadsHaveTimes() {
    assertThat(Workloads.find("azure-conv").timed()).isTrue();
    assertThat(Workloads.find("sharegpt-lengths").timed()).isFalse();
    assertThat(Workloads.find("synthetic").timed()).isFalse();
  }

  @Test
  void describesATrace() {
    assertThat(Workloads.find("mooncake-conversation").summary())
        .isEqualTo(
            "Mooncake conversation trace (FAST'25): 12,031 requests, on average 12,035 prompt and"
                + " 343 answer tokens, over 59 min (ticks of 3 s spread), prefix blocks of 512"
                + " tokens");
  }

  @Test
  void reportsWhatIsSkippedOfAFile() {
    WorkloadFiles files = new WorkloadFiles(directory);
    Path share =
        files.lines(
            "share.json",
            "[{\"conversations\": [{\"from\": \"human\", \"value\": \"q\"},",
            " {\"from\": \"gpt\", \"value\": \"a\"}]}, {\"conversations\": []}]");

    assertThat(Workloads.find(share.toString()).excluded())
        .isEqualTo("1 without an answered message excluded");
    assertThat(Workloads.find("azure-conv").excluded()).isEmpty();
  }

  @Test
  void namesTheNearestWorkload() {
    assertThatThrownBy(() -> Workloads.find("azure-cnv"))
        .isInstanceOf(WorkloadException.Unknown.class)
        .hasMessage(
            "no workload \"azure-cnv\", neither built in nor a file. Did you mean azure-conv? Built"
                + " in: azure-code, azure-conv, mooncake-conversation, sharegpt-lengths,"
                + " synthetic, tasks-arithmetic, tasks-extraction, tasks-format, tasks-needle,"
                + " tasks-recall");
    assertThatThrownBy(() -> Workloads.find("chats.jsonl"))
        .hasMessageStartingWith(
            "no workload \"chats.jsonl\", neither built in nor a file. Built in");
    assertThatThrownBy(() -> Workloads.find("nul\0")).isInstanceOf(WorkloadException.Unknown.class);
  }

  @Test
  void findsFiles() {
    WorkloadFiles files = new WorkloadFiles(directory);
    Path lengths = files.lines("l.csv", "input_tokens,output_tokens", "5,6");
    Path chats = files.lines("c.jsonl", "{\"prompt\": \"a\"}", "{\"prompt\": \"b\"}");

    assertThat(Workloads.find(lengths.toString()).summary())
        .isEqualTo(lengths + ": 1 requests, on average 5 prompt and 6 answer tokens");
    assertThat(Workloads.find(chats.toString()).summary())
        .isEqualTo(chats + ": 2 sessions, 2 requests");
    assertThatThrownBy(() -> Workloads.find(directory.toString()))
        .hasMessageContaining("is a directory");
  }
}
