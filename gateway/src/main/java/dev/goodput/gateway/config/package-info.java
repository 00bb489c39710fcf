/// `gateway.yaml`: its keys, how it is read into a [dev.goodput.gateway.plan.GatewayPlan], how a
/// plan is shown with its secrets masked, and which changes a reload applies.
///
/// Owns the table of keys, by which files are read, shown and reloaded. An error in a file is a
/// [dev.goodput.wire.BadSettingException] of one line: file, line, column, key, what is allowed,
/// what was found.
///
/// Threading: pure functions of a text, the environment and the files that the text names; safe on
/// any thread.
@NullMarked
package dev.goodput.gateway.config;

import org.jspecify.annotations.NullMarked;
