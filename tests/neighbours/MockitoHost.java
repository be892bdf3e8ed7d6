import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.when;

import java.util.Random;
import org.mockito.MockedStatic;

/** Rewrites classes as Mockito's inline maker does, a final one and the statics of one among them, then runs the story. */
public class MockitoHost {
    static final class Sealed {
        static int number() {
            return 1;
        }

        int other() {
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Sealed sealed = mock(Sealed.class);
        when(sealed.other()).thenReturn(7);
        Random random = mock(Random.class);
        when(random.nextInt()).thenReturn(7);
        try (MockedStatic<Sealed> statics = mockStatic(Sealed.class)) {
            statics.when(Sealed::number).thenReturn(7);
            if (sealed.other() + random.nextInt() + Sealed.number() != 21) throw new IllegalStateException("not mocked");
            story.Story.main(args);
        }
        if (Sealed.number() != 1) throw new IllegalStateException("still mocked");
    }
}
