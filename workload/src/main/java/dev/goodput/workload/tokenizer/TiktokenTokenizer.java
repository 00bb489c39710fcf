package dev.goodput.workload.tokenizer;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;

/// A tiktoken encoding.
final class TiktokenTokenizer implements Tokenizer {
  private final Encoding encoding;

  TiktokenTokenizer(EncodingType type) {
    this.encoding = Encodings.newLazyEncodingRegistry().getEncoding(type);
  }

  @Override
  public int count(String text) {
    return encoding.countTokensOrdinary(text);
  }

  @Override
  public String name() {
    return encoding.getName();
  }
}
