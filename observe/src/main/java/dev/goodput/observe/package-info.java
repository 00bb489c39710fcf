/// Reads what an engine and its GPUs say of themselves: pages of metrics in the text format of
/// Prometheus, as vLLM, SGLang, llama.cpp, TGI and the DCGM exporter serve them.
///
/// One way: a page ([Exposition]) becomes [EngineMetrics] in the field's own words ([Sign]), one
/// [Observation] per look, on one time axis with the client's stamps. A value without a source is
/// absent, never zero. Exporters that are missing, hang or restart are normal, and said.
///
/// Owns the names that engines and exporters give their metrics. Threading: values are immutable;
/// one sampler reads one page on a thread of its own, far from the loops that measure.
@NullMarked
package dev.goodput.observe;

import org.jspecify.annotations.NullMarked;
