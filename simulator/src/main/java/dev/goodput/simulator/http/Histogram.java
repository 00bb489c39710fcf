package dev.goodput.simulator.http;

import java.util.Arrays;

/// A cumulative histogram with fixed upper edges, in Prometheus' format.
final class Histogram {
  private final double[] edges;
  private final long[] counts;
  private double sum;
  private long count;

  Histogram(double... edges) {
    this.edges = edges;
    counts = new long[edges.length + 1];
  }

  void add(double value) {
    int at = Arrays.binarySearch(edges, value);
    counts[at >= 0 ? at : -at - 1]++;
    sum += value;
    count++;
  }

  long count() {
    return count;
  }

  void write(StringBuilder out, String name, String help, String labels) {
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(" histogram\n");
    long cumulative = 0;
    for (int i = 0; i < counts.length; i++) {
      cumulative += counts[i];
      String edge = i == edges.length ? "+Inf" : Double.toString(edges[i]);
      out.append(name).append("_bucket{").append(labels).append(",le=\"").append(edge);
      out.append("\"} ").append((double) cumulative).append('\n');
    }
    out.append(name).append("_count{").append(labels).append("} ").append((double) count);
    out.append('\n').append(name).append("_sum{").append(labels).append("} ").append(sum);
    out.append('\n');
  }
}
