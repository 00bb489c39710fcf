/// Tests of the package `tokenizer`.
@NullMarked
package dev.goodput.workload.tokenizer;

import org.jspecify.annotations.NullMarked;
