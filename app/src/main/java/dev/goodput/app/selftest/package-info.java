/// `goodput selftest`: its options and its server. `validation.selftest` measures.
@NullMarked
package dev.goodput.app.selftest;

import org.jspecify.annotations.NullMarked;
