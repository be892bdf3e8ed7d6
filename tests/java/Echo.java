/** Prints what the tests ask for: its system property, its standard error, its exit code; or runs for ever. */
public class Echo {
    public static void main(String[] args) throws Exception {
        System.out.println("echo " + System.getProperty("echo", "nothing"));
        System.err.println("to standard error");
        if (Boolean.getBoolean("hang")) {
            Thread.currentThread().join();
        }
        System.exit(Integer.getInteger("code", 0));
    }
}
