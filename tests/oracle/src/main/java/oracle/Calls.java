package oracle;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds the calls of a catalogue with ASM, the slow and plain way: every class becomes a tree, and the
 * hierarchy is that of the scanned classes and the JDK it runs on.
 *
 * <p>Arguments: catalogue file, then jars, folders or the word {@code jrt}; those behind
 * {@code --types} only say what extends what. Output: one line a call.
 */
public final class Calls {
    private record Row(String reach, String owner, String name, String descriptor) {
        String parameters() {
            return descriptor.substring(0, descriptor.indexOf(')') + 1);
        }
    }

    private record Type(String superName, List<String> interfaces, Set<String> staticMethods) {
    }

    private final Map<String, List<Row>> rows = new HashMap<>();
    private final Map<String, Type> types = new HashMap<>();
    private final Map<String, Type> jdk = new HashMap<>();
    private final List<String> output = new ArrayList<>();

    public static void main(String[] arguments) throws IOException {
        Calls calls = new Calls();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] fields = line.split("\t");
            calls.rows.computeIfAbsent(fields[2], name -> new ArrayList<>())
                .add(new Row(fields[0], fields[1], fields[2], fields[3]));
        }
        List<String> sources = List.of(arguments).subList(1, arguments.length);
        int types = sources.indexOf("--types");
        Map<String, byte[]> classes = read(types < 0 ? sources : sources.subList(0, types));
        if (types >= 0) {
            for (byte[] bytes : read(sources.subList(types + 1, sources.size())).values()) {
                ClassNode node = new ClassNode();
                new ClassReader(bytes).accept(node, ClassReader.SKIP_CODE);
                calls.types.put(node.name, typeOf(node));
            }
        }
        List<ClassNode> nodes = new ArrayList<>();
        for (byte[] bytes : classes.values()) {
            ClassNode node = new ClassNode();
            new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
            calls.types.put(node.name, typeOf(node));
            // Trees of a whole JDK would not fit: the second pass reads them again.
            if (classes.size() < 20_000) {
                nodes.add(node);
            }
        }
        for (ClassNode node : nodes) {
            calls.scan(node);
        }
        if (nodes.isEmpty()) {
            for (byte[] bytes : classes.values()) {
                ClassNode node = new ClassNode();
                new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
                calls.scan(node);
            }
        }
        System.out.write(String.join("\n", calls.output).getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    private static Map<String, byte[]> read(List<String> sources) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        for (String source : sources) {
            if (source.equals("jrt")) {
                readJdk(classes);
            } else if (Files.isDirectory(Path.of(source))) {
                readFolder(Path.of(source), classes);
            } else {
                readJar(Path.of(source), classes);
            }
        }
        return classes;
    }

    private static void readJar(Path path, Map<String, byte[]> classes) throws IOException {
        try (ZipFile zip = new ZipFile(path.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class")) {
                    classes.put(path + "!/" + entry.getName(), zip.getInputStream(entry).readAllBytes());
                }
            }
        }
    }

    private static void readJdk(Map<String, byte[]> classes) throws IOException {
        readFolder(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules"), classes);
    }

    private static void readFolder(Path folder, Map<String, byte[]> classes) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(file -> file.toString().endsWith(".class"))::iterator) {
                classes.put(file.toString(), Files.readAllBytes(file));
            }
        }
    }

    private static Type typeOf(ClassNode node) {
        Set<String> statics = new HashSet<>();
        for (MethodNode method : node.methods) {
            if ((method.access & Opcodes.ACC_STATIC) != 0) {
                statics.add(method.name + method.desc);
            }
        }
        return new Type(node.superName, node.interfaces, statics);
    }

    /** A scanned class, or else one of the JDK that this program runs on; null when it is neither. */
    private Type type(String name) {
        Type scanned = types.get(name);
        if (scanned != null) {
            return scanned;
        }
        return jdk.computeIfAbsent(name, missing -> {
            try (var in = ClassLoader.getPlatformClassLoader().getResourceAsStream(missing + ".class")) {
                if (in == null) {
                    return null;
                }
                ClassNode node = new ClassNode();
                new ClassReader(in).accept(node, ClassReader.SKIP_CODE);
                return typeOf(node);
            } catch (IOException unreadable) {
                throw new IllegalStateException(unreadable);
            }
        });
    }

    private boolean inherits(String owner, Row row, Set<String> seen) {
        if (owner.equals(row.owner)) {
            return true;
        }
        Type type = seen.add(owner) ? type(owner) : null;
        if (type == null || row.reach.equals("Inherited") && type.staticMethods.contains(row.name + row.descriptor)) {
            return false;
        }
        if (type.superName != null && inherits(type.superName, row, seen)) {
            return true;
        }
        return type.interfaces.stream().anyMatch(parent -> inherits(parent, row, seen));
    }

    private Row lookup(String owner, String name, String descriptor) {
        List<Row> named = rows.getOrDefault(name, List.of());
        for (Row row : named) {
            if (row.owner.equals(owner) && row.descriptor.equals(descriptor)) {
                return row;
            }
        }
        for (Row row : named) {
            boolean same = row.reach.equals("Overridden")
                ? descriptor.startsWith(row.parameters())
                : descriptor.equals(row.descriptor);
            if (same && row.reach.equals("Everyone")) {
                return row;
            }
            if (same && !row.reach.equals("Own") && inherits(owner, row, new HashSet<>())) {
                return row;
            }
        }
        return null;
    }

    private void scan(ClassNode node) {
        Set<String> bodies = new HashSet<>();
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                for (Handle handle : handles(instruction)) {
                    String target = handle.getName() + handle.getDesc();
                    if (handle.getOwner().equals(node.name) && !target.equals(method.name + method.desc)) {
                        bodies.add(target);
                    }
                }
            }
        }
        for (MethodNode method : node.methods) {
            if (method.name.equals("$deserializeLambda$")) {
                continue;
            }
            boolean synthetic = (method.access & Opcodes.ACC_SYNTHETIC) != 0;
            String form = synthetic && bodies.contains(method.name + method.desc) ? "lambda" : "call";
            int line = 0;
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof LineNumberNode number) {
                    line = number.line;
                } else if (instruction instanceof MethodInsnNode call) {
                    report(node, method, line, form, lookup(call.owner, call.name, call.desc));
                }
                String constant = instruction instanceof InvokeDynamicInsnNode ? "reference" : "constant";
                for (Handle handle : handles(instruction)) {
                    if (handle.getTag() >= Opcodes.H_INVOKEVIRTUAL) {
                        Row row = lookup(handle.getOwner(), handle.getName(), handle.getDesc());
                        report(node, method, line, constant, row);
                    }
                }
            }
        }
    }

    private static Set<Handle> handles(AbstractInsnNode instruction) {
        Set<Handle> handles = new LinkedHashSet<>();
        if (instruction instanceof InvokeDynamicInsnNode dynamic) {
            for (Object argument : dynamic.bsmArgs) {
                collect(argument, handles);
            }
        } else if (instruction instanceof LdcInsnNode constant) {
            collect(constant.cst, handles);
        }
        return handles;
    }

    private static void collect(Object constant, Set<Handle> handles) {
        if (constant instanceof Handle handle) {
            handles.add(handle);
        } else if (constant instanceof ConstantDynamic dynamic) {
            for (int number = 0; number < dynamic.getBootstrapMethodArgumentCount(); number++) {
                collect(dynamic.getBootstrapMethodArgument(number), handles);
            }
        }
    }

    private void report(ClassNode node, MethodNode method, int line, String form, Row row) {
        if (row != null) {
            output.add(String.join("\t", node.name, method.name + method.desc, line == 0 ? "" : "" + line,
                row.owner + "." + row.name + row.parameters(), form));
        }
    }
}
