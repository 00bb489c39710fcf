/// What a user handed us: files and words, and what is wrong with them.
///
/// Owns [dev.goodput.workload.input.WorkloadException], the module's one family of errors.
/// Threading: values are immutable; readers belong to one thread.
@NullMarked
package dev.goodput.workload.input;

import org.jspecify.annotations.NullMarked;
