package dev.goodput.workload.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/// The built-in data sets; origins, licences and changes are in `NOTICE`.
public enum BuiltIn {
  /// Code completion, Azure 2023: lengths and times.
  AZURE_CODE("azure-code", "code-completion", "Azure 2023 code completion trace"),
  /// Conversation, Azure 2023: lengths and times.
  AZURE_CONV("azure-conv", "chat", "Azure 2023 conversation trace"),
  /// Conversation, Mooncake: lengths, times in ticks of about 3 s, prefix blocks.
  MOONCAKE_CONVERSATION("mooncake-conversation", "chat", "Mooncake conversation trace (FAST'25)"),
  /// ShareGPT conversations: lengths only.
  SHAREGPT_LENGTHS("sharegpt-lengths", "chat", "lengths of ShareGPT conversations (to 8k tokens)");

  private final String label;
  private final String sloPreset;
  private final String title;

  BuiltIn(String label, String sloPreset, String title) {
    this.label = label;
    this.sloPreset = sloPreset;
    this.title = title;
  }

  /// Returns the workload's name.
  public String label() {
    return label;
  }

  /// Returns the SLO preset that fits it.
  public String sloPreset() {
    return sloPreset;
  }

  /// Returns its description.
  public String title() {
    return title;
  }

  /// Reads the data.
  public LengthTable load() {
    try (InputStream in = BuiltIn.class.getResourceAsStream(label + ".trace.gz")) {
      return PackedTraceReader.read(Objects.requireNonNull(in, label));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
