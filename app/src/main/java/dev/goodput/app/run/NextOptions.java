package dev.goodput.app.run;

import dev.goodput.app.CommandLineReader;
import dev.goodput.app.NextCommandRole;
import dev.goodput.app.RootCommand;
import dev.goodput.record.Manifest;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.NextCommands;
import dev.goodput.runner.Secrets;
import dev.goodput.runner.report.StoredCommandLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The options of a run's command line for the next commands that its report suggests.
/// [NextCommandRole] states which options are used.
public final class NextOptions implements StoredCommandLine {
  private static final String MASK = "***";
  private static final Pattern BEARER =
      Pattern.compile("--header=authorization:\\s*bearer\\s.*", Pattern.CASE_INSENSITIVE);
  private static final String KEY = "--api-key-env=LLM_KEY";

  /// Called by [java.util.ServiceLoader].
  public NextOptions() {}

  @Override
  public Manifest addTo(Manifest manifest) {
    List<String> typed = Secrets.command(ShellText.split(manifest.text("run.command").orElse("")));
    return typed.size() < 2
        ? manifest
        : parse(typed)
            .map(parsed -> commands(typed.get(1), parsed).addTo(manifest))
            .orElse(manifest);
  }

  private static Optional<CommandLine.ParseResult> parse(List<String> typed) {
    try {
      CommandLine.ParseResult parsed =
          CommandLineReader.goodput(RootCommand.find(), typed.subList(1, typed.size()))
              .setUnmatchedArgumentsAllowed(true)
              .parseArgs(typed.stream().skip(1).toArray(String[]::new));
      return Optional.ofNullable(parsed.subcommand());
    } catch (CommandLine.ParameterException _) {
      // The command line is of a version with other options.
      return Optional.empty();
    }
  }

  private static NextCommands commands(String command, CommandLine.ParseResult parsed) {
    List<String> target = new ArrayList<>();
    List<String> own = new ArrayList<>();
    boolean key = Stream.of("--api-key-env", "--api-key-file").anyMatch(parsed::hasMatchedOption);

    // In the Messages API a key is another header (x-api-key).
    String api = parsed.matchedOptionValue("--endpoint", "");
    boolean bearer = !"messages".equals(api);
    for (OptionSpec option : parsed.matchedOptions().stream().distinct().toList()) {
      switch (CommandLineReader.carried(option)
          .map(NextCommandRole::value)
          .orElse(NextCommandRole.Into.NONE)) {
        case ANY -> target.addAll(CommandLineReader.words(option));
        case SECRET ->
            CommandLineReader.words(option).stream()
                .map(NextOptions::masked)
                .map(word -> bearer && BEARER.matcher(word).matches() ? KEY : word)
                .filter(word -> !(key && word.equals(KEY)))
                .distinct()
                .forEach((option.longestName().equals("--header") ? target : own)::add);
        case REPEAT -> own.addAll(CommandLineReader.words(option));
        case NONE -> {
          // of the process that is over
        }
      }
    }
    return new NextCommands(command, target, own);
  }

  private static String masked(String word) {
    return word.contains(MASK) ? word : word.substring(0, word.indexOf('=') + 1) + MASK;
  }
}
