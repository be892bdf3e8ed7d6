package oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes classes whose constructors are called in ways that javac does not write, but others may. */
public final class Shapes implements Opcodes {
    private static final String DATE = "java/util/Date";
    private static final String CALENDAR = "java/util/GregorianCalendar";
    private static final String IN_ZONE = "(Ljava/util/TimeZone;)V";

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0], "shapes");
        Files.createDirectories(folder);

        ClassWriter shapes = start(V17, "shapes/Shapes");
        method(shapes, "discarded", "()J", code -> {
            code.visitTypeInsn(NEW, DATE);
            code.visitMethodInsn(INVOKESPECIAL, DATE, "<init>", "()V", false);
            code.visitInsn(LCONST_1);
            code.visitInsn(LRETURN);
        });
        method(shapes, "underneath", "()Ljava/util/Date;", code -> {
            code.visitInsn(ACONST_NULL);
            code.visitTypeInsn(NEW, DATE);
            code.visitInsn(DUP_X1);
            code.visitInsn(SWAP);
            code.visitInsn(POP);
            code.visitMethodInsn(INVOKESPECIAL, DATE, "<init>", "()V", false);
            code.visitInsn(ARETURN);
        });
        method(shapes, "spaced", "()Ljava/util/Date;", code -> {
            code.visitTypeInsn(NEW, DATE);
            code.visitInsn(NOP);
            code.visitInsn(DUP);
            code.visitInsn(NOP);
            code.visitMethodInsn(INVOKESPECIAL, DATE, "<init>", "()V", false);
            code.visitInsn(ARETURN);
        });
        // A jump to the constructor's call itself must run what is inserted in front of it.
        method(shapes, "jumped", "()Ljava/util/Date;", code -> {
            Label call = new Label();
            code.visitTypeInsn(NEW, DATE);
            code.visitInsn(DUP);
            code.visitMethodInsn(INVOKESTATIC, "java/lang/System", "nanoTime", "()J", false);
            code.visitInsn(L2I);
            code.visitJumpInsn(IFNE, call);
            code.visitInsn(NOP);
            code.visitLabel(call);
            code.visitMethodInsn(INVOKESPECIAL, DATE, "<init>", "()V", false);
            code.visitInsn(ARETURN);
        });
        method(shapes, "handle", "()Ljava/lang/invoke/MethodHandle;", code -> {
            code.visitLdcInsn(new Handle(H_NEWINVOKESPECIAL, DATE, "<init>", "()V", false));
            code.visitInsn(ARETURN);
        });
        finish(shapes, folder.resolve("Shapes.class"));

        // Before Java 6 there are no frames that could tell what is on the stack.
        ClassWriter old = start(V1_4, "shapes/Old");
        method(old, "chosen", "()Ljava/util/Calendar;", code -> {
            Label other = new Label();
            Label made = new Label();
            code.visitTypeInsn(NEW, CALENDAR);
            code.visitInsn(DUP);
            code.visitMethodInsn(INVOKESTATIC, "java/lang/System", "nanoTime", "()J", false);
            code.visitInsn(L2I);
            code.visitJumpInsn(IFEQ, other);
            code.visitMethodInsn(INVOKESTATIC, "java/util/TimeZone", "getDefault", "()Ljava/util/TimeZone;", false);
            code.visitJumpInsn(GOTO, made);
            code.visitLabel(other);
            code.visitInsn(ACONST_NULL);
            code.visitTypeInsn(CHECKCAST, "java/util/TimeZone");
            code.visitLabel(made);
            code.visitMethodInsn(INVOKESPECIAL, CALENDAR, "<init>", IN_ZONE, false);
            code.visitInsn(ARETURN);
        });
        finish(old, folder.resolve("Old.class"));

        ClassWriter odd = start(V17, "shapes/Odd");
        method(odd, "underneath", "(Ljava/util/TimeZone;)Ljava/util/Calendar;", code -> {
            code.visitVarInsn(ALOAD, 0);
            code.visitTypeInsn(NEW, CALENDAR);
            code.visitInsn(DUP_X1);
            code.visitInsn(SWAP);
            code.visitMethodInsn(INVOKESPECIAL, CALENDAR, "<init>", IN_ZONE, false);
            code.visitInsn(ARETURN);
        });
        finish(odd, folder.resolve("Odd.class"));
    }

    private static ClassWriter start(int version, String name) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(version, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
        return writer;
    }

    private static void method(ClassWriter writer, String name, String descriptor, Consumer<MethodVisitor> body) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, name, descriptor, null, null);
        code.visitCode();
        body.accept(code);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static void finish(ClassWriter writer, Path file) throws IOException {
        writer.visitEnd();
        Files.write(file, writer.toByteArray());
    }

    private Shapes() {
    }
}
