/// The user's input: files and expressions, and the errors in them.
///
/// Owns [dev.goodput.workload.input.WorkloadException], the module's only family of exceptions.
/// Threading: values are immutable; readers belong to one thread.
@NullMarked
package dev.goodput.workload.input;

import org.jspecify.annotations.NullMarked;
