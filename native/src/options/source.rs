//! Where options come from: the agent string and the TOML file, both as a list of entries.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserializer;
use serde::de::value::{MapAccessDeserializer, SeqDeserializer, StringDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::OptionsError;

/// A file of options is a few lines; this keeps `config=/dev/zero` from filling the memory.
const LARGEST_FILE: u64 = 1 << 20;

/// One key with its value, which knows the key so that every error can name it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    key: String,
    value: Value,
}

#[derive(Debug, Clone, PartialEq)]
enum Value {
    /// From the agent string: escapes are still in it.
    Escaped(String),
    /// From TOML: meant as it stands.
    Literal(String),
    /// An array from TOML, each item meant as it stands.
    Items(Vec<String>),
}

/// Splits `key=value,key=value`. No text, no entries.
///
/// A backslash before `,`, `:` or `\` makes it part of the value; before any other character it
/// stands for itself.
pub(super) fn agent_string(text: &str) -> Result<Vec<Entry>, OptionsError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    split(text, ',')
        .into_iter()
        .map(|item| match item.split_once('=') {
            _ if item.is_empty() => Err(OptionsError::new(
                "an empty option between commas; write key=value,key=value",
            )),
            Some(("", _)) => Err(OptionsError::new(format!(
                "{item:?} has no key; write key=value,key=value"
            ))),
            Some((key, value)) => Ok(Entry {
                key: key.to_owned(),
                value: Value::Escaped(value.to_owned()),
            }),
            // The value is missing, but a misspelt key is the better news: let serde see it.
            None => Ok(Entry {
                key: item.to_owned(),
                value: Value::Escaped(String::new()),
            }),
        })
        .collect()
}

/// Reads the same keys from a TOML file; errors name the file, without what its lines hold else.
pub(super) fn file(path: &Path) -> Result<Vec<Entry>, OptionsError> {
    let refuse = |what: String| OptionsError::new(what).in_file(path);
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST_FILE + 1).read_to_string(&mut text))
        .map_err(|error| refuse(format!("cannot be read: {error}")))?;
    if text.len() as u64 > LARGEST_FILE {
        return Err(refuse("is larger than 1 MiB".into()));
    }
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .and_then(|span| text.get(..span.start))
            .map_or(1, |before| before.matches('\n').count() + 1);
        refuse(format!("line {line} is not TOML: {}", error.message()))
    })?;
    table
        .into_iter()
        .map(|(key, value)| {
            let value = from_toml(value).map_err(|error| error.of_key(&key).in_file(path))?;
            Ok(Entry { key, value })
        })
        .collect()
}

fn from_toml(value: toml::Value) -> Result<Value, OptionsError> {
    match value {
        toml::Value::String(text) => Ok(Value::Literal(text)),
        toml::Value::Boolean(flag) => Ok(Value::Literal(flag.to_string())),
        toml::Value::Datetime(at) => Ok(Value::Literal(at.to_string())),
        toml::Value::Array(items) => items
            .into_iter()
            .map(|item| match item {
                toml::Value::String(text) => Ok(text),
                other => Err(OptionsError::new(format!(
                    "the list holds an item of type {}; write texts in quotes",
                    other.type_str()
                ))),
            })
            .collect::<Result<_, _>>()
            .map(Value::Items),
        other => Err(OptionsError::new(format!(
            "is of type {}; write a text in quotes",
            other.type_str()
        ))),
    }
}

/// Reads the entries into `T`, whose fields are the keys.
pub(super) fn read<T: DeserializeOwned>(entries: Vec<Entry>) -> Result<T, OptionsError> {
    T::deserialize(MapAccessDeserializer::new(Entries {
        rest: entries.into_iter(),
        value: None,
    }))
}

/// Serde's own map over pairs would do, but cannot say whose value was refused.
struct Entries {
    rest: std::vec::IntoIter<Entry>,
    value: Option<Entry>,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = OptionsError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, OptionsError> {
        self.value = self.rest.next();
        self.value
            .as_ref()
            .map(|entry| seed.deserialize(entry.key.as_str().into_deserializer()))
            .transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, OptionsError> {
        let entry = self
            .value
            .take()
            .ok_or_else(|| OptionsError::new("a value without a key"))?;
        let key = entry.key.clone();
        seed.deserialize(entry).map_err(|error| error.of_key(&key))
    }
}

/// Splits at every `separator` that no backslash stands before; escapes stay in the parts.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut escaped) = (0, false);
    for (at, c) in text.char_indices() {
        if c == separator && !escaped {
            parts.push(&text[start..at]);
            start = at + c.len_utf8();
        }
        escaped = c == '\\' && !escaped;
    }
    parts.push(&text[start..]);
    parts
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('\\', Some(&next @ (',' | ':' | '\\'))) => {
                plain.push(next);
                rest.next();
            }
            _ => plain.push(c),
        }
    }
    plain
}

/// Writes `value` so that [`super::parse`] reads it back as one value of a key that is no list.
#[must_use]
pub fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, ',' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

impl Value {
    fn text(self, key: &str) -> Result<String, OptionsError> {
        let text = match self {
            Value::Escaped(text) => unescape(&text),
            Value::Literal(text) => text,
            Value::Items(_) => return Err(OptionsError::new("takes one value, not a list")),
        };
        if text.is_empty() {
            return Err(OptionsError::new(format!(
                "has no value; write {key}=VALUE"
            )));
        }
        Ok(text)
    }

    fn items(self, key: &str) -> Result<Vec<String>, OptionsError> {
        match self {
            Value::Items(items) if items.is_empty() => {
                Err(OptionsError::new("an empty list; leave the key out"))
            }
            Value::Items(items) => Ok(items),
            Value::Escaped(text) | Value::Literal(text) if text.is_empty() => Err(
                OptionsError::new(format!("has no value; write {key}=ITEM or {key}=ITEM:ITEM")),
            ),
            Value::Escaped(text) | Value::Literal(text) => {
                Ok(split(&text, ':').into_iter().map(unescape).collect())
            }
        }
    }
}

impl<'de> Deserializer<'de> for Entry {
    type Error = OptionsError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionsError> {
        visitor.visit_string(self.value.text(&self.key)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionsError> {
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionsError> {
        let items = self.value.items(&self.key)?;
        visitor.visit_seq(SeqDeserializer::new(items.into_iter()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, OptionsError> {
        let text: StringDeserializer<_> = self.value.text(&self.key)?.into_deserializer();
        text.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct newtype_struct tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backslash_takes_the_meaning_from_a_separator() {
        assert_eq!(split("a,b", ','), ["a", "b"]);
        assert_eq!(split(r"a\,b,c", ','), [r"a\,b", "c"]);
        assert_eq!(split(r"a\\,b", ','), [r"a\\", "b"]);
        assert_eq!(split("", ','), [""]);
        assert_eq!(unescape(r"a\,b\:c\\d"), r"a,b:c\d");
        assert_eq!(unescape(r"a\nb\"), r"a\nb\");
    }

    #[test]
    fn what_escape_writes_is_read_back() {
        for value in ["plain", "a,b", r"C:\dir\,x", r"end\", r"\\,", "ü,*"] {
            let text = escape(value);
            assert_eq!(split(&text, ','), [text.as_str()], "{value}");
            assert_eq!(unescape(&text), value);
        }
    }

    #[test]
    fn entries_need_a_key() {
        assert_eq!(agent_string("").unwrap(), []);
        assert_eq!(agent_string("log=info,for=1h").unwrap().len(), 2);
        for (text, part) in [
            (",", "empty option"),
            ("log=info,", "empty option"),
            ("=x", "no key"),
        ] {
            let line = agent_string(text).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
        }
    }
}
