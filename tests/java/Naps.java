/** Sleeps for each argument (milliseconds) and says by how much both clocks moved. */
public class Naps {
    public static void main(String[] args) throws Exception {
        for (String arg : args.length > 0 ? args : new String[] {"3600000", "1"}) {
            long millis = Long.parseLong(arg);
            long nanoStart = System.nanoTime();
            long wallStart = System.currentTimeMillis();
            Thread.sleep(millis);
            System.out.println(millis + ": " + (System.nanoTime() - nanoStart) + " ns, "
                    + (System.currentTimeMillis() - wallStart) + " ms");
        }
    }
}
