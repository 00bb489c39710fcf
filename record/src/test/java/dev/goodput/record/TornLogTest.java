package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TornLogTest {
  private static final int BLOCKS = 4;
  private static final int ENTRIES_A_BLOCK = 5;

  @TempDir private Path temp;
  private final List<LogEntry> entries = new RandomEntries(5).list(BLOCKS * ENTRIES_A_BLOCK);
  private final List<Long> ends = new ArrayList<>();
  private RunDirectory run;
  private Path log;
  private byte[] whole;

  @BeforeEach
  void writeALogOfSomeBlocks() throws IOException {
    run = RunDirectory.create(temp.resolve("run"), Manifest.empty());
    log = run.path().resolve(RunDirectory.LOG_FILE);
    try (RunLogWriter writer = run.writer()) {
      for (int block = 0; block < BLOCKS; block++) {
        int from = block * ENTRIES_A_BLOCK;
        entries.subList(from, from + ENTRIES_A_BLOCK).forEach(writer::append);
        writer.flush();
        ends.add(Files.size(log));
      }
    }
    whole = Files.readAllBytes(log);
  }

  @Test
  void readsAllBlocksBeforeTheTearWhereverItIs() throws IOException {
    for (int length = 0; length < whole.length; length++) {
      Files.write(log, Arrays.copyOf(whole, length));
      int blocks = wholeBlocks(length);
      long lastEnd = blocks == 0 ? headerEnd(length) : ends.get(blocks - 1);
      assertThat(kept()).as("cut at %d", length).isEqualTo(prefix(blocks));
      assertThat(run.state())
          .as("cut at %d", length)
          .isInstanceOfSatisfying(
              LogState.Torn.class,
              torn -> {
                assertThat(torn.bytesDropped())
                    .isEqualTo(Files.exists(log) ? log.toFile().length() - lastEnd : 0);
                assertThat(torn.blocksRead()).isEqualTo(blocks);
              });
    }
  }

  private static long headerEnd(int length) {
    return length < LogFormat.HEADER_BYTES ? 0 : LogFormat.HEADER_BYTES;
  }

  private int wholeBlocks(long length) {
    return (int) ends.stream().filter(end -> end <= length).count();
  }

  private List<LogEntry> prefix(int blocks) {
    return entries.subList(0, blocks * ENTRIES_A_BLOCK);
  }

  private List<LogEntry> kept() {
    List<LogEntry> kept = new ArrayList<>();
    run.read(kept::add);
    return kept;
  }

  @Test
  @Tag("fuzz")
  void noticesEveryChangedByte() throws IOException {
    for (int at = LogFormat.HEADER_BYTES; at < whole.length; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= (byte) (1 << at % 8);
      Files.write(log, changed);
      assertThat(kept()).as("changed at %d", at).isEqualTo(prefix(wholeBlocks(at)));
      assertThat(run.state()).as("changed at %d", at).isInstanceOf(LogState.Torn.class);
    }
  }

  @Test
  void reportsHowMuchWasDroppedAndWhatIsLeft() throws IOException {
    Files.write(log, Arrays.copyOf(whole, (int) (ends.get(2) + 30)));
    assertThat(run.state().sentence())
        .matches(
            "the log (ends inside a block|has a block with a wrong checksum);"
                + " 30 bytes were dropped; the 3 blocks before are whole and counted");
  }

  @Test
  void noticesBytesAfterTheEnd() throws IOException {
    Files.write(log, Arrays.copyOf(whole, whole.length + 100));
    assertThat(run.state())
        .isEqualTo(new LogState.Torn(100, BLOCKS, "goes on behind the mark of its end"));
    assertThat(kept()).isEqualTo(entries);
  }

  @Test
  void noticesATailOfZeros() throws IOException {
    byte[] zeros = Arrays.copyOf(Arrays.copyOf(whole, ends.get(1).intValue()), whole.length + 9000);
    Files.write(log, zeros);
    assertThat(kept()).isEqualTo(prefix(2));
    assertThat(run.state()).isInstanceOf(LogState.Torn.class);
  }

  @Test
  @Tag("fuzz")
  void readsAPrefixOrReportsDamageWhateverHappensToTheBytes() throws IOException {
    for (long seed = 1; seed <= 1500; seed++) {
      Files.write(log, mutated(whole, new SplittableRandom(seed)));
      List<LogEntry> read = new ArrayList<>();
      try {
        run.read(read::add);
      } catch (RecordException.Damaged | RecordException.NewerVersion documented) {
        assertThat(documented.getMessage()).as("seed %d", seed).hasLineCount(1);
      }
      assertThat(read).as("seed %d", seed).isEqualTo(prefix(read.size() / ENTRIES_A_BLOCK));
    }
  }

  private static byte[] mutated(byte[] bytes, SplittableRandom random) {
    byte[] mutant = bytes.clone();
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      int at = random.nextInt(mutant.length);
      switch (random.nextInt(4)) {
        case 0 -> mutant[at] = (byte) random.nextInt();
        case 1 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> mutant = Arrays.copyOf(mutant, Math.max(1, at));
        default -> Arrays.fill(mutant, at, random.nextInt(at, mutant.length), (byte) -1);
      }
    }
    return mutant;
  }

  @Test
  @Tag("fuzz")
  void reportsABlockWithARightChecksumAndWrongContentAsDamaged() throws IOException {
    int damaged = 0;
    for (long seed = 1; seed <= 1500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Files.write(log, withRightChecksum(random));
      try {
        run.read(entry -> assertThat(entry.toString()).isNotEmpty());
      } catch (RecordException.Damaged documented) {
        assertThat(documented.getMessage()).as("seed %d", seed).contains("block at byte 12");
        damaged++;
      }
    }
    assertThat(damaged).isPositive();
  }

  /// Returns the log's first block with some bytes of its payload changed and a new checksum.
  private byte[] withRightChecksum(SplittableRandom random) {
    byte[] bytes = Arrays.copyOf(whole, ends.getFirst().intValue());
    int begin = LogFormat.HEADER_BYTES + LogFormat.BLOCK_HEADER_BYTES;
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      bytes[random.nextInt(begin, bytes.length)] = (byte) random.nextInt();
    }
    ByteBuffer head = ByteBuffer.wrap(bytes).position(LogFormat.HEADER_BYTES);
    int length = head.getInt();
    int count = head.getInt() + (random.nextInt(5) == 0 ? random.nextInt(-9, 9) : 0);
    ByteBuffer.wrap(bytes)
        .position(LogFormat.HEADER_BYTES)
        .putInt(length)
        .putInt(count)
        .putInt(LogFormat.checksum(length, count, bytes, begin));
    return bytes;
  }

  @Test
  void doesNotHideAFailureOfTheReaderOfEntries() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() ->
            run.read(entry -> {
              throw new IllegalArgumentException("mine");
            }))
        .withMessage("mine");
  }
}
