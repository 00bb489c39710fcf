/// `goodput profile`: what bounds an engine, by the files of its profilers.
@NullMarked
package dev.goodput.app.profile;

import org.jspecify.annotations.NullMarked;
