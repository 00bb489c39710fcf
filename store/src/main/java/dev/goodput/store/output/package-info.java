/// The result of a query as CSV or as a table, and the list of tables and columns for people.
///
/// Threading: a sink belongs to the thread that runs its query.
@NullMarked
package dev.goodput.store.output;

import org.jspecify.annotations.NullMarked;
