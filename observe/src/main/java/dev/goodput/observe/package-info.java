/// Reads what an engine and its GPUs say of themselves: pages of metrics in the text format of
/// Prometheus, as vLLM, SGLang, llama.cpp, TGI and the DCGM exporter serve them.
///
/// One way: a page ([Exposition]) becomes [EngineMetrics] in the field's own words ([Sign]). A
/// value without a source is absent, never zero.
///
/// Owns the names that engines and exporters give their metrics. Threading: values are immutable.
@NullMarked
package dev.goodput.observe;

import org.jspecify.annotations.NullMarked;
