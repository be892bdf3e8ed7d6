package dev.tickless.maven;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Text that surefire and failsafe split into the arguments of the test JVM. */
final class ArgLine {
    /** An -agentpath of ours from an earlier execution, quoted or not, with the blank behind it. */
    private static final Pattern OURS = Pattern.compile("(\"-agentpath:[^\"]*libtickless\\.so[^\"]*\""
            + "|'-agentpath:[^']*libtickless\\.so[^']*'"
            + "|(?<!\\S)-agentpath:\\S*libtickless\\.so\\S*)\\s*");

    private ArgLine() {}

    /**
     * The agent's own argument, quoted where surefire's splitting asks for it.
     *
     * @throws IllegalArgumentException when an option cannot be written in an agent string
     */
    static String agent(String library, Map<String, String> options) {
        StringBuilder text = new StringBuilder("-agentpath:").append(library);
        char separator = '=';
        // Sorted, so that the same pom gives the same command line.
        for (Map.Entry<String, String> option : new TreeMap<>(options).entrySet()) {
            String value = option.getValue() == null ? "" : option.getValue().trim();
            if (value.isEmpty()) {
                throw new IllegalArgumentException("the agent option " + option.getKey() + " has no value");
            }
            if (value.indexOf(',') >= 0) {
                throw new IllegalArgumentException("the agent option " + option.getKey()
                        + " holds a comma, which ends an option: join lists by ':' instead: " + value);
            }
            text.append(separator).append(option.getKey()).append('=').append(value);
            separator = ',';
        }
        return quoted(text.toString());
    }

    /** Puts the agent before (or behind) what was there; an agent from an earlier execution is replaced. */
    static String with(String agent, String present, boolean append) {
        String rest = present == null ? "" : OURS.matcher(present).replaceAll("").trim();
        if (rest.isEmpty()) {
            return agent;
        }
        return append ? rest + " " + agent : agent + " " + rest;
    }

    private static String quoted(String argument) {
        boolean plain = argument.chars().noneMatch(c -> Character.isWhitespace(c) || c == '"' || c == '\'');
        if (plain) {
            return argument;
        }
        if (argument.indexOf('"') < 0) {
            return '"' + argument + '"';
        }
        if (argument.indexOf('\'') < 0) {
            return '\'' + argument + '\'';
        }
        throw new IllegalArgumentException("both kinds of quotes in one agent argument: " + argument);
    }
}
