/// Stored runs and gateway logs as SQL tables. DuckDB keeps a cache of each root directory, which
/// may be deleted at any time: the run directories stay the truth. The only module that uses
/// DuckDB.
@NullMarked
package dev.goodput.store;

import org.jspecify.annotations.NullMarked;
