package dev.tickless;

/** Misuse or a missing agent; the message says what to do next. */
public class TicklessException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception; the agent does so too.
     *
     * @param message what happened and what to do next
     */
    public TicklessException(String message) {
        super(message);
    }
}
