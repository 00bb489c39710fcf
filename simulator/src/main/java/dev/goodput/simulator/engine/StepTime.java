package dev.goodput.simulator.engine;

import dev.goodput.simulator.profile.Efficiency;
import dev.goodput.simulator.profile.EngineProfile;

/// A model of a step's duration on a profile: roofline terms with a soft maximum, plus KV reads,
/// prompt attention, all-reduces and a fixed overhead.
///
/// `t = o + f(2P·n, P·b) + f(2V·s, V·b) + Σctx·kvB/(BW·eₐ) + max(attention FLOP/(F·eₚ), KV
/// bytes/(BW·eₐ)) + 2·layers·(ar₀ + n·h·b/link)·[TP > 1]` with `f(x, y) = ((x/(F·e_c))^p +
/// (y/(BW·eₘ))^p)^(1/p)`.
final class StepTime {
  private static final int HEAD_BYTES = 2;
  private static final int ACTIVATION_BYTES = 2;

  private final double overhead;
  private final double exponent;
  private final double matrixComputePerToken;
  private final double matrixRead;
  private final double headComputePerSample;
  private final double headRead;
  private final double readPerContextToken;
  private final double attentionPerPair;
  private final double reduceFixed;
  private final double reducePerToken;

  StepTime(EngineProfile profile) {
    Efficiency efficiency = profile.efficiency();
    double flops = profile.gpu().flopsPerSecond(profile.precision());
    double flopsBf16 = profile.gpu().teraflopsBf16() * 1e12;
    double bandwidth = profile.gpu().bytesPerSecond();
    double matrix = profile.matrixParametersPerGpu();
    double head = profile.headParametersPerGpu();
    overhead = efficiency.overheadSeconds();
    exponent = efficiency.exponent();
    matrixComputePerToken = 2 * matrix / (flops * efficiency.compute());
    matrixRead = matrix * profile.precision().bytesPerWeight() / (bandwidth * efficiency.memory());
    headComputePerSample = 2 * head / (flopsBf16 * efficiency.compute());
    headRead = head * HEAD_BYTES / (bandwidth * efficiency.memory());
    readPerContextToken =
        profile.keyValueBytesPerToken() / (bandwidth * efficiency.attentionMemory());
    attentionPerPair =
        4.0
            * profile.model().layers()
            * profile.model().heads()
            * profile.model().headSize()
            / profile.tensorParallel()
            / (flopsBf16 * efficiency.prefillAttention());
    boolean alone = profile.tensorParallel() == 1;
    double reductions = alone ? 0 : 2.0 * profile.model().layers();
    reduceFixed = reductions * profile.gpu().interconnect().latencySeconds();
    reducePerToken =
        reductions
            * profile.model().hidden()
            * ACTIVATION_BYTES
            / profile.gpu().interconnect().bytesPerSecond();
  }

  double seconds(StepWork load) {
    double prompts =
        Math.max(load.prefillPairs * attentionPerPair, load.prefillContext * readPerContextToken);
    return overhead
        + softMaximum(load.tokens * matrixComputePerToken, matrixRead)
        + (load.samples == 0 ? 0 : softMaximum(load.samples * headComputePerSample, headRead))
        + load.decodeContext * readPerContextToken
        + prompts
        + reduceFixed
        + load.tokens * reducePerToken;
  }

  private double softMaximum(double compute, double memory) {
    return Math.pow(Math.pow(compute, exponent) + Math.pow(memory, exponent), 1 / exponent);
  }
}
