package dev.tickless.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ArgLineTest {
    private static final String AGENT = "-agentpath:/a/libtickless.so";

    @Test
    void optionsAreSortedAndJoinedByCommas() {
        assertEquals(AGENT, ArgLine.agent("/a/libtickless.so", Map.of()));
        assertEquals(
                AGENT + "=log=info,scope=com.acme.**:org.x.Y",
                ArgLine.agent("/a/libtickless.so", Map.of("scope", " com.acme.**:org.x.Y ", "log", "info")));
    }

    @Test
    void blanksAndQuotesAreQuoted() {
        assertEquals("\"-agentpath:/a b/libtickless.so\"", ArgLine.agent("/a b/libtickless.so", Map.of()));
        assertEquals("'-agentpath:/a\"b/libtickless.so'", ArgLine.agent("/a\"b/libtickless.so", Map.of()));
        assertEquals("\"-agentpath:/a'b/libtickless.so\"", ArgLine.agent("/a'b/libtickless.so", Map.of()));
        assertThrows(IllegalArgumentException.class, () -> ArgLine.agent("/a'\"/libtickless.so", Map.of()));
    }

    @Test
    void valuesThatAnAgentStringCannotHoldAreRefused() {
        String comma = assertThrows(
                        IllegalArgumentException.class, () -> ArgLine.agent("x", Map.of("scope", "a,b")))
                .getMessage();
        assertTrue(comma.contains("scope") && comma.contains("':'"), comma);
        String empty = assertThrows(IllegalArgumentException.class, () -> ArgLine.agent("x", Map.of("log", " ")))
                .getMessage();
        assertEquals("the agent option log has no value", empty);
    }

    @Test
    void agentGoesBeforeOrBehindWhatIsThere() {
        assertEquals(AGENT, ArgLine.with(AGENT, null, false));
        assertEquals(AGENT, ArgLine.with(AGENT, "  ", true));
        assertEquals(AGENT + " -Xmx1g", ArgLine.with(AGENT, "-Xmx1g", false));
        assertEquals("-Xmx1g " + AGENT, ArgLine.with(AGENT, "-Xmx1g", true));
    }

    @Test
    void agentOfAnEarlierExecutionIsReplacedAndOthersStay() {
        for (String old : new String[] {
            "-agentpath:/old/libtickless.so=log=info", "\"-agentpath:/o d/libtickless.so=log=info\"",
            "'-agentpath:/o\"d/libtickless.so'"
        }) {
            assertEquals(AGENT + " -Xmx1g -ea", ArgLine.with(AGENT, "-Xmx1g " + old + " -ea", false));
            assertEquals(AGENT, ArgLine.with(AGENT, old, true));
        }
        String other = "-agentpath:/other/libprofiler.so=start -Dx=-agentpath:/a/libtickless.so";
        assertEquals(AGENT + " " + other, ArgLine.with(AGENT, other, false));
    }
}
