import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/** An agent of Byte Buddy rewrites the story while it is loaded, and a class of the JDK that reads the clock. */
public class ByteBuddyHost {
    public static final AtomicInteger ENTERED = new AtomicInteger();

    public static class Enter {
        @Advice.OnMethodEnter
        static void enter() {
            ENTERED.incrementAndGet();
        }
    }

    public static void main(String[] args) throws Exception {
        new AgentBuilder.Default().disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION).ignore(ElementMatchers.none())
                .type(ElementMatchers.named("story.Story")).transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(Enter.class).on(ElementMatchers.named("now"))))
                .type(ElementMatchers.named("java.util.Date")).transform((builder, type, loader, module, domain) ->
                        builder.visit(new net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods()))
                .installOn(ByteBuddyAgent.getInstrumentation());
        story.Story.main(args);
        if (ENTERED.get() < 150) throw new IllegalStateException("the story was not rewritten: " + ENTERED);
    }
}
