import java.util.Calendar;
import java.util.Date;

/** Calls the methods that {@code oracle.Shapes} has written, and says what they give. */
public class RunShapes {
    public static void main(String[] arguments) throws Throwable {
        Class<?> shapes = Class.forName("shapes.Shapes");
        System.out.println("discarded " + shapes.getMethod("discarded").invoke(null));
        for (String name : new String[] {"underneath", "spaced", "jumped"}) {
            System.out.println(name + " " + ((Date) shapes.getMethod(name).invoke(null)).getTime());
        }
        var handle = (java.lang.invoke.MethodHandle) shapes.getMethod("handle").invoke(null);
        System.out.println("handle " + ((Date) handle.invokeExact()).getTime());
        var chosen = (Calendar) Class.forName("shapes.Old").getMethod("chosen").invoke(null);
        System.out.println("chosen " + chosen.getTimeInMillis());
    }
}
