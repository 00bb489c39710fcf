/// Tests of the package `prompt`.
@NullMarked
package dev.goodput.workload.prompt;

import org.jspecify.annotations.NullMarked;
