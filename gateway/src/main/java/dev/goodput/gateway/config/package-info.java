/// `gateway.yaml`: its keys, how it is read into a [dev.goodput.gateway.plan.GatewayPlan], and how
/// a plan is shown again with its secrets masked.
///
/// Owns the keys: one table says what each is, what it may be and what it is otherwise; the reader,
/// the documentation's test and the words of errors go by it. Whatever is wrong ends as
/// [dev.goodput.wire.BadSettingException] of one line: file, line, column, key, what is allowed,
/// what was found.
///
/// Threading: pure functions of a text, the environment and files that the text names; any thread.
@NullMarked
package dev.goodput.gateway.config;

import org.jspecify.annotations.NullMarked;
