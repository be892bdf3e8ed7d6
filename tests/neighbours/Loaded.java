package story;

/** Ends at once with the story loaded, for an archive of its classes; itself it reads no clock. */
public class Loaded {
    public static void main(String[] args) throws Exception {
        Class.forName("story.Story");
        if (args.length > 0) Story.main(args);
    }
}
