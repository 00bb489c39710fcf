package dev.goodput.app.main;

import dev.goodput.report.words.LineWrap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The options section of `--help`: grouped, in two columns, as wide as the help.
final class OptionList implements IHelpSectionRenderer {
  private static final int LEFT = 30;

  @Override
  public String render(Help help) {
    int width = help.commandSpec().usageMessage().width() - LEFT;
    StringBuilder text = new StringBuilder();
    List<OptionSpec> grouped = new ArrayList<>();
    List<ArgGroupSpec> groups = new ArrayList<>(help.commandSpec().argGroups());
    groups.sort(Comparator.comparingInt(ArgGroupSpec::order));
    for (ArgGroupSpec group : groups) {
      text.append(String.format(group.heading()));
      List<OptionSpec> own = group.allOptionsNested();
      own.forEach(option -> append(text, option, width));
      grouped.addAll(own);
    }
    help.commandSpec().options().stream()
        .filter(option -> !grouped.contains(option) && !option.hidden())
        .forEach(option -> append(text, option, width));
    return text.toString();
  }

  private static void append(StringBuilder text, OptionSpec option, int width) {
    String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    StringBuilder line = new StringBuilder("  " + String.join(", ", option.names()) + label);
    boolean first = true;
    for (String part : LineWrap.lines(String.join(" ", option.description()), width)) {
      if (first && line.length() > LEFT - 2) {
        text.append(line).append(System.lineSeparator());
        line.setLength(0);
      }
      line.append(" ".repeat(LEFT - line.length())).append(part);
      text.append(line).append(System.lineSeparator());
      line.setLength(0);
      first = false;
    }
  }
}
