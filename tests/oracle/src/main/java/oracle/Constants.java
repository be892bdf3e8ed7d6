package oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes a class with what javac never writes: method handles as constants, plain and in dynamic constants. */
public final class Constants {
    public static void main(String[] arguments) throws IOException {
        Handle clock = new Handle(Opcodes.H_INVOKESTATIC, "java/lang/System", "nanoTime", "()J", false);
        Handle other = new Handle(Opcodes.H_INVOKESTATIC, "java/lang/System", "lineSeparator", "()Ljava/lang/String;", false);
        Handle invoke = new Handle(Opcodes.H_INVOKESTATIC, "java/lang/invoke/ConstantBootstraps", "invoke",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;"
                + "[Ljava/lang/Object;)Ljava/lang/Object;", false);
        ConstantDynamic reading = new ConstantDynamic("reading", "J", invoke, clock);
        ConstantDynamic nested = new ConstantDynamic("nested", "Ljava/lang/Object;", invoke, other, reading);

        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "forms/Constants", null, "java/lang/Object", null);
        constant(writer, "handle", clock, "()Ljava/lang/invoke/MethodHandle;", Opcodes.ARETURN);
        constant(writer, "otherHandle", other, "()Ljava/lang/invoke/MethodHandle;", Opcodes.ARETURN);
        constant(writer, "dynamic", reading, "()J", Opcodes.LRETURN);
        constant(writer, "nested", nested, "()Ljava/lang/Object;", Opcodes.ARETURN);
        writer.visitEnd();
        Files.createDirectories(Path.of(arguments[0], "forms"));
        Files.write(Path.of(arguments[0], "forms", "Constants.class"), writer.toByteArray());
    }

    private static void constant(ClassWriter writer, String name, Object constant, String descriptor, int instruction) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, descriptor, null, null);
        method.visitCode();
        method.visitLdcInsn(constant);
        method.visitInsn(instruction);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private Constants() {
    }
}
