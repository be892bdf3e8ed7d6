//! From what the workers found to an ordered list of findings.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use super::delegate::is_clock;
use super::finder::{Form, Method, Site, Target};
use super::hierarchy::{Answer, Hierarchy};
use super::part::{Hit, Part, Skipped, hiding};
use super::signature::{dotted, signature};
use super::table::{Call, CallId, Table};
use crate::classfile::MemberRef;
use crate::redirect::catalogue::{Kind, Reach};

/// One place in the scanned code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What is done there.
    pub kind: Kind,
    /// Does it (also) take the default time zone?
    pub zone: bool,
    /// The call, as `owner#name(parameters)`.
    pub call: Arc<str>,
    /// How it is made.
    pub form: Form,
    /// Jar, folder or JDK module.
    pub module: Arc<str>,
    /// Where it was read from; `!/` before the name of a nested archive.
    pub path: Arc<str>,
    /// Binary name of the class.
    pub class: Arc<str>,
    /// Name of the method.
    pub method: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Source file name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Arc<str>>,
    /// Source line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u16>,
    /// For a lambda's body: the method in which the lambda is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<Arc<str>>,
    /// The owner that the class file names, when it is a subtype of the call's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Arc<str>>,
    /// Java release of a `META-INF/versions` entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u16>,
    /// Why it is forbidden, when rules say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Arc<str>>,
    /// Number of the path on the command line.
    #[serde(skip)]
    pub input: usize,
    /// Noted annotations of the method, its class and the classes around it.
    #[serde(skip)]
    pub annotations: Vec<u16>,
    #[serde(skip)]
    place: (u16, u32),
}

/// A method of the scanned code that only hands on a clock or a sleep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Delegate {
    /// The call it hands on.
    pub kind: Kind,
    /// Its own signature.
    pub method: Arc<str>,
    /// The call, as `owner#name(parameters)`.
    pub call: Arc<str>,
    /// Jar, folder or JDK module.
    pub module: Arc<str>,
    /// The method as something to look for.
    #[serde(skip)]
    pub as_call: Call,
}

/// All that a scan has found.
#[derive(Debug, Default)]
pub struct Report {
    /// Ordered by input, module, class, version, method and instruction.
    pub findings: Vec<Finding>,
    /// Ordered by method.
    pub delegates: Vec<Delegate>,
    /// What was not read.
    pub skipped: Vec<Skipped>,
    /// Calls that would count if their owner, a class that was not scanned, were a subtype of the
    /// right class; per signature as named.
    pub unresolved: Vec<(String, usize)>,
    /// Class files read.
    pub classes: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Calls of the table that a scanned class was seen to declare.
    pub declared: Vec<CallId>,
}

/// Puts together what the workers found.
#[must_use]
pub fn assemble(table: &Table, parts: Vec<Part>, mut skipped: Vec<Skipped>) -> Report {
    let hides = hiding(&parts);
    let mut classes = Vec::with_capacity(parts.len());
    let mut hits = Vec::new();
    for part in parts {
        classes.push(part.classes);
        hits.extend(part.hits);
        skipped.extend(part.skipped);
    }
    skipped.sort();
    let mut report = Report {
        skipped,
        declared: hides.iter().map(|&(_, call)| call).collect(),
        ..Report::default()
    };
    let needed = |hit: &Hit| {
        hit.found
            .sites
            .iter()
            .any(|site| matches!(site.target, Target::Perhaps { .. }))
    };
    let hierarchy = hits
        .iter()
        .any(needed)
        .then(|| Hierarchy::new(&classes, &hides));
    let mut resolver = Resolver {
        table,
        hierarchy,
        known: HashMap::new(),
        unresolved: HashMap::new(),
    };
    let annotated = annotated_classes(&hits);
    let mut texts = Texts::default();
    for hit in &hits {
        add(&mut report, &mut resolver, &mut texts, &annotated, hit);
    }
    report.unresolved = resolver.unresolved.into_iter().collect();
    report.unresolved.sort();
    report.findings.sort_by(order);
    report
        .delegates
        .sort_by(|a, b| (&a.method, &a.module).cmp(&(&b.method, &b.module)));
    report
        .delegates
        .dedup_by(|a, b| a.method == b.method && a.module == b.module);
    report
}

fn order(a: &Finding, b: &Finding) -> Ordering {
    let key = |finding: &Finding| (finding.input, finding.version, finding.place);
    (a.input, &a.path, &a.module, &a.class)
        .cmp(&(b.input, &b.path, &b.module, &b.class))
        .then_with(|| key(a).cmp(&key(b)))
        .then_with(|| a.call.cmp(&b.call))
}

/// Strings that many findings share.
#[derive(Default)]
struct Texts(HashMap<String, Arc<str>>);

impl Texts {
    fn get(&mut self, text: &str) -> Arc<str> {
        match self.0.get(text) {
            Some(known) => known.clone(),
            None => {
                let shared: Arc<str> = text.into();
                self.0.insert(text.to_string(), shared.clone());
                shared
            }
        }
    }
}

/// Decides about calls on other owners, each only once.
struct Resolver<'a> {
    table: &'a Table,
    hierarchy: Option<Hierarchy<'a>>,
    known: HashMap<[Arc<[u8]>; 3], Option<CallId>>,
    unresolved: HashMap<String, usize>,
}

impl Resolver<'_> {
    fn resolve(&mut self, site: &Site, counted: bool) -> Option<CallId> {
        let (owner, name, descriptor) = match &site.target {
            Target::Known(call) => return Some(*call),
            Target::Perhaps {
                owner,
                name,
                descriptor,
            } => (owner, name, descriptor),
        };
        let key = [owner.clone(), name.clone(), descriptor.clone()];
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let shown = || signature(&text(owner), &text(name), &text(descriptor));
        if let Some(&known) = self.known.get(&key) {
            if let (None, true, Some(count)) = (known, counted, self.unresolved.get_mut(&shown())) {
                *count += 1;
            }
            return known;
        }
        let member = MemberRef {
            owner,
            name,
            descriptor,
        };
        let mut found = None;
        let mut unknown = false;
        if let Some(hierarchy) = &self.hierarchy {
            for (id, call) in self.table.candidates(&member) {
                let hideable = call.reach == Reach::Inherited;
                match hierarchy.inherits(owner, call.owner.as_bytes(), id, hideable) {
                    Answer::Yes => {
                        found = Some(id);
                        break;
                    }
                    Answer::Unknown => unknown = true,
                    Answer::No => {}
                }
            }
        }
        if found.is_none() && unknown {
            self.unresolved.insert(shown(), usize::from(counted));
        }
        self.known.insert(key, found);
        found
    }
}

/// Per noted annotation, the classes that have it.
fn annotated_classes(hits: &[Hit]) -> HashMap<&[u8], &[u16]> {
    hits.iter()
        .filter(|hit| !hit.found.annotations.is_empty())
        .map(|hit| (&*hit.found.class, hit.found.annotations.as_slice()))
        .collect()
}

/// The annotations of a class and of those it is nested in, by name.
fn annotations_around(annotated: &HashMap<&[u8], &[u16]>, class: &[u8]) -> Vec<u16> {
    let mut all = Vec::new();
    if annotated.is_empty() {
        return all;
    }
    let ends = class
        .iter()
        .enumerate()
        .filter(|&(_, &byte)| byte == b'$')
        .map(|(at, _)| at);
    for end in ends.chain([class.len()]) {
        if let Some(noted) = annotated.get(class.get(..end).unwrap_or_default()) {
            all.extend_from_slice(noted);
        }
    }
    all
}

fn add(
    report: &mut Report,
    resolver: &mut Resolver<'_>,
    texts: &mut Texts,
    annotated: &HashMap<&[u8], &[u16]>,
    hit: &Hit,
) {
    let found = &hit.found;
    let class = texts.get(&dotted(&found.class));
    let around = annotations_around(annotated, &found.class);
    for method in found.methods.iter().filter(|method| method.delegates) {
        let mut sites = found
            .sites
            .iter()
            .filter(|site| site.method == method.number);
        let mut first = None;
        let all_clocks = sites.all(|site| {
            let call = resolver
                .resolve(site, true)
                .and_then(|id| resolver.table.call(id));
            first = first.or(call);
            call.is_some_and(|call| is_clock(call.kind))
        });
        if let (true, Some(call)) = (all_clocks, first) {
            let shown = texts.get(&call.signature);
            report
                .delegates
                .push(delegate(&found.class, method, call, shown, hit, texts));
        }
    }
    for site in &found.sites {
        let place = found
            .methods
            .binary_search_by_key(&site.method, |method| method.number);
        let Some(method) = place.ok().and_then(|place| found.methods.get(place)) else {
            continue;
        };
        let Some(call) = resolver
            .resolve(site, true)
            .and_then(|id| resolver.table.call(id))
        else {
            continue;
        };
        let owner = match &site.target {
            Target::Perhaps { owner, .. } => Some(texts.get(&dotted(owner))),
            Target::Known(_) => None,
        };
        let call_text = texts.get(&call.signature);
        report.findings.push(Finding {
            kind: call.kind,
            zone: call.zone,
            call: call_text,
            form: site.form,
            module: texts.get(&hit.container.module),
            path: texts.get(&hit.container.path),
            class: class.clone(),
            method: method.name.clone(),
            descriptor: method.descriptor.clone(),
            source: found.source.clone(),
            line: site.line,
            within: method.within.clone(),
            owner,
            version: (hit.version != 0).then_some(hit.version),
            reason: None,
            input: hit.container.input,
            annotations: around.iter().chain(&method.annotations).copied().collect(),
            place: (site.method, site.bci),
        });
    }
}

fn delegate(
    class: &[u8],
    method: &Method,
    call: &Call,
    shown: Arc<str>,
    hit: &Hit,
    texts: &mut Texts,
) -> Delegate {
    let reach = match (&*method.name, method.is_static) {
        ("<init>", _) => Reach::Own,
        (_, true) => Reach::Inherited,
        (_, false) => Reach::Overridden,
    };
    let class = String::from_utf8_lossy(class).into_owned();
    let as_call = Call::new(
        call.kind,
        reach,
        class,
        method.name.to_string(),
        method.descriptor.to_string(),
    );
    Delegate {
        kind: call.kind,
        method: texts.get(&as_call.signature),
        call: shown,
        module: texts.get(&hit.container.module),
        as_call,
    }
}
