package dev.goodput.gateway.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// How the log on disk fares; counts since the gateway began.
///
/// @param directory that is written to now, null while nothing can be
/// @param written records that were handed to the operating system
/// @param sampledOut records that were left out on purpose
/// @param lost records that were to be kept and are not: the disk was full, or the writer fell
///   behind
/// @param deleted run directories that made room for newer ones
/// @param trouble why nothing is written now, in a line; empty where all is well
public record LogStatus(
    @Nullable Path directory,
    long written,
    long sampledOut,
    long lost,
    long deleted,
    String trouble) {}
