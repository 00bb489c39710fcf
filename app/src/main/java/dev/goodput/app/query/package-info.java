/// `goodput query` and `goodput export`: SQL over stored runs and gateway logs, and their rows as
/// files.
///
/// Their options are never part of a command that another run suggests, so `NextCommandRole` only
/// states what a repeat of the same command takes.
@NullMarked
package dev.goodput.app.query;

import org.jspecify.annotations.NullMarked;
