//! Method signatures as people write them: `java.lang.Thread#sleep(long,int)`.

/// An internal class name with dots; bytes that are no UTF-8 are replaced.
#[must_use]
pub fn dotted(internal: &[u8]) -> String {
    String::from_utf8_lossy(internal).replace('/', ".")
}

/// The parameter types of a descriptor, comma-separated and without spaces; `None` if malformed.
#[must_use]
pub fn parameters(descriptor: &str) -> Option<String> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut out = String::new();
    while !rest.starts_with(')') {
        if !out.is_empty() {
            out.push(',');
        }
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        rest = rest.get(dimensions..)?;
        let (kind, tail) = (
            rest.chars().next()?,
            rest.get(rest.chars().next()?.len_utf8()..)?,
        );
        rest = tail;
        match kind {
            'L' => {
                let (name, tail) = rest.split_once(';')?;
                out.push_str(&name.replace('/', "."));
                rest = tail;
            }
            primitive => out.push_str(match primitive {
                'B' => "byte",
                'C' => "char",
                'D' => "double",
                'F' => "float",
                'I' => "int",
                'J' => "long",
                'S' => "short",
                'Z' => "boolean",
                _ => return None,
            }),
        }
        out.push_str(&"[]".repeat(dimensions));
    }
    Some(out)
}

/// The descriptor, without a return type, of a list as [`parameters`] writes it; `None` if a type
/// cannot be one.
#[must_use]
pub fn descriptor_of(parameters: &str) -> Option<String> {
    let mut out = String::from("(");
    for parameter in parameters.split(',').map(str::trim) {
        if parameter.is_empty() {
            // Only the empty list may be empty.
            if parameters.trim().is_empty() {
                break;
            }
            return None;
        }
        let element = parameter.trim_end_matches("[]");
        out.push_str(&"[".repeat((parameter.len() - element.len()) / 2));
        match element {
            "byte" => out.push('B'),
            "char" => out.push('C'),
            "double" => out.push('D'),
            "float" => out.push('F'),
            "int" => out.push('I'),
            "long" => out.push('J'),
            "short" => out.push('S'),
            "boolean" => out.push('Z'),
            name if !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_alphanumeric() || "._$".contains(c)) =>
            {
                out.push('L');
                out.push_str(&name.replace('.', "/"));
                out.push(';');
            }
            _ => return None,
        }
    }
    out.push(')');
    Some(out)
}

/// The descriptor's part in parentheses, for methods that may differ in their return type.
#[must_use]
pub fn parameter_part(descriptor: &[u8]) -> &[u8] {
    let end = descriptor
        .iter()
        .rposition(|&byte| byte == b')')
        .unwrap_or(0);
    descriptor.get(..end).unwrap_or_default()
}

/// `owner#name(parameters)` in dots.
#[must_use]
pub fn signature(owner: &str, name: &str, descriptor: &str) -> String {
    let owner = owner.replace('/', ".");
    match parameters(descriptor) {
        Some(parameters) => format!("{owner}#{name}({parameters})"),
        None => format!("{owner}#{name}{descriptor}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{descriptor_of, parameter_part, parameters, signature};

    #[test]
    fn descriptors_become_parameter_lists() {
        assert_eq!(parameters("()V").as_deref(), Some(""));
        assert_eq!(parameters("(JI)V").as_deref(), Some("long,int"));
        assert_eq!(
            parameters("([[Ljava/lang/String;ZLa/B$C;[B)V").as_deref(),
            Some("java.lang.String[][],boolean,a.B$C,byte[]")
        );
        for broken in [
            "",
            "(",
            "(J",
            "(Ljava/lang/String",
            "(Q)V",
            "J)V",
            "([",
            "(é)V",
        ] {
            assert_eq!(parameters(broken), None, "{broken}");
        }
    }

    #[test]
    fn parameter_lists_become_descriptors() {
        for (list, descriptor) in [
            ("", "()"),
            ("long, int", "(JI)"),
            (
                "java.lang.String[][],a.B$C,byte[]",
                "([[Ljava/lang/String;La/B$C;[B)",
            ),
        ] {
            assert_eq!(descriptor_of(list).as_deref(), Some(descriptor));
        }
        for bad in [
            "long,",
            ",",
            "java/lang/String",
            "[]x",
            "List<String>",
            "[]",
        ] {
            assert_eq!(descriptor_of(bad), None, "{bad}");
        }
    }

    #[test]
    fn signatures_are_dotted() {
        assert_eq!(
            signature("java/lang/Thread", "sleep", "(J)V"),
            "java.lang.Thread#sleep(long)"
        );
        assert_eq!(signature("a/B", "c", "nonsense"), "a.B#cnonsense");
        assert_eq!(parameter_part(b"(J)V"), b"(J");
        assert_eq!(parameter_part(b"J"), b"");
    }
}
