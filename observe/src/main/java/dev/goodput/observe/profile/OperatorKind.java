package dev.goodput.observe.profile;

import java.util.Locale;
import java.util.regex.Pattern;

/// What an operator does, recognized by its name. The first kind whose pattern occurs in the name
/// applies.
public enum OperatorKind {
  /// Data between GPUs or processes.
  COMMUNICATION(
      "communication", "nccl|rccl|c10d|all_?reduce|all_?gather|reduce_?scatter|all_?to_?all"),
  /// Attention over the context.
  ATTENTION("attention", "attention|attn|fmha|flash"),
  /// Copies and fills of memory.
  COPY("memory copies", "memcpy|memset|aten::copy_|direct_copy|catarray"),
  /// Matrix multiplication.
  MATRIX(
      "matrix multiplication",
      "(?<!fb)gemm|cijk_|gemv|cutlass|cublas|nvjet|xmma|marlin|matmul|linear|(::|_)(add|b|badd)?mm\\b|_addmm_"),
  /// All others.
  OTHER("other operators", "");

  private final String label;
  private final Pattern pattern;

  OperatorKind(String label, String pattern) {
    this.label = label;
    this.pattern = Pattern.compile(pattern);
  }

  /// Returns the name for people.
  public String label() {
    return label;
  }

  /// Returns the kind of an operator.
  public static OperatorKind of(String operator) {
    String name = operator.toLowerCase(Locale.ROOT);
    for (OperatorKind kind : values()) {
      if (kind.pattern.matcher(name).find()) {
        return kind;
      }
    }
    return OTHER;
  }
}
