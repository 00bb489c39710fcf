package dev.goodput.gateway.capture;

/// How a capture fares.
///
/// @param written requests that are in the file
/// @param lost requests that were to be in it and are not: the disk was full, the writer fell
///   behind, or their prompt was not read to its end, or for the file before
/// @param bytes of the file
/// @param ended whether it has come to its cap, so that nothing more is written
/// @param trouble why nothing is written now, in a line; empty where all is well
public record CaptureStatus(long written, long lost, long bytes, boolean ended, String trouble) {}
