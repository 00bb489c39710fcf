/// What levels of growing load showed of a server's limit, for people and programs.
///
/// Threading: values are immutable.
@NullMarked
package dev.goodput.findings.saturation;

import org.jspecify.annotations.NullMarked;
