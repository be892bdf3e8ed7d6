/** Loads and initialises the classes {@code gen.C0} to {@code gen.C4999}. */
public final class LoadAll {
    private LoadAll() {}

    public static void main(String[] args) throws ClassNotFoundException {
        for (int i = 0; i < 5_000; i++) {
            Class.forName("gen.C" + i);
        }
    }
}
