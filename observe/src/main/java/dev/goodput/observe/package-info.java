/// Reads what engines and their GPUs report about themselves: metrics pages in the Prometheus text
/// format, as served by vLLM, SGLang, llama.cpp, TGI and the DCGM exporter.
///
/// A page ([ExpositionPage]) is translated into [EngineReadings], which use one name per metric
/// ([EngineMetric]). Each scrape gives one [Scrape], on the same time axis as the client's
/// timestamps. A value without a source is absent, never zero. Exporters that are missing, hang or
/// restart are normal and reported.
///
/// Owns the names that engines and exporters give their metrics. Threading: values are immutable;
/// each sampler reads one page on its own thread, apart from the event loops that measure.
@NullMarked
package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import org.jspecify.annotations.NullMarked;
