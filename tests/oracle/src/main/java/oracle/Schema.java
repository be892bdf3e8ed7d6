package oracle;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** Checks a SARIF log against the schema of SARIF 2.1.0; prints what is wrong and exits 1. */
public final class Schema {
    public static void main(String[] arguments) throws IOException {
        try (var schema = Schema.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
            Set<ValidationMessage> messages = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
                .getSchema(schema)
                .validate(new ObjectMapper().readTree(Path.of(arguments[0]).toFile()));
            messages.forEach(System.out::println);
            System.exit(messages.isEmpty() ? 0 : 1);
        }
    }

    private Schema() {
    }
}
