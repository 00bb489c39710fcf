/// The neutral parts of a report: verdicts, facts, tables, checks, the next step, JSON objects, and
/// the summary that a subject makes of them.
///
/// Subjects make these values; the terminal, the page, Markdown and JUnit show them and know no
/// subject. Depends on no other package of this module. Threading: values are immutable, but for
/// [JsonObject], which belongs to its builder.
@NullMarked
package dev.goodput.report.model;

import org.jspecify.annotations.NullMarked;
