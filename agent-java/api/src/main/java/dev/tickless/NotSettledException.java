package dev.tickless;

/**
 * A participant stayed busy; the message names it, with its stack.
 *
 * <p>Thrown by the calls of {@link VirtualTime} that wait for the other participants, when one of them has not come to
 * a wait within {@link VirtualTime.Builder#settleWithin} of real time. The world stays open and the call may be
 * repeated. Time that had moved by then stays moved; when a participant was busy before the call, none has.
 */
public class NotSettledException extends TicklessException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception; the agent does so too.
     *
     * @param message the busy thread and its stack
     */
    public NotSettledException(String message) {
        super(message);
    }
}
