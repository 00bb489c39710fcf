/// `gateway.yaml`: its keys, how it is read into a [dev.goodput.gateway.plan.GatewayPlan], how a
/// plan is shown again with its secrets masked, and what of another plan a reload takes over.
///
/// Owns the table of keys, by which all of that goes, and the errors. Whatever is wrong with a file
/// ends as [dev.goodput.wire.BadSettingException] of one line: file, line, column, key, what is
/// allowed, what was found.
///
/// Threading: pure functions of a text, the environment and files that the text names; any thread.
@NullMarked
package dev.goodput.gateway.config;

import org.jspecify.annotations.NullMarked;
