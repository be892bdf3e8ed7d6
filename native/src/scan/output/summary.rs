//! The table of modules and kinds.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::redirect::catalogue::Kind;
use crate::scan::report::Finding;

/// Findings per kind, in the order of [`Kind::ALL`].
pub type Counts = [usize; Kind::ALL.len()];

/// Counts per module, and of all.
#[derive(Debug, Default)]
pub struct Summary {
    /// By module name.
    pub modules: Vec<(String, Counts)>,
    /// The sum.
    pub total: Counts,
}

impl Summary {
    /// Counts findings.
    #[must_use]
    pub fn of(findings: &[Finding]) -> Self {
        let mut modules: BTreeMap<&str, Counts> = BTreeMap::new();
        let mut total = Counts::default();
        for finding in findings {
            let place = Kind::ALL
                .iter()
                .position(|kind| *kind == finding.kind)
                .unwrap_or(0);
            for counts in [modules.entry(&finding.module).or_default(), &mut total] {
                if let Some(count) = counts.get_mut(place) {
                    *count += 1;
                }
            }
        }
        Summary {
            modules: modules
                .into_iter()
                .map(|(name, counts)| (name.to_string(), counts))
                .collect(),
            total,
        }
    }

    /// As a text table; empty when nothing was found.
    #[must_use]
    pub fn table(&self) -> String {
        if self.modules.is_empty() {
            return String::new();
        }
        let mut rows = vec![row(
            "module",
            &Kind::ALL.map(|kind| kind.name().to_string()),
            "total",
        )];
        let numbers = |name: &str, counts: &Counts| {
            row(
                name,
                &counts.map(|count| count.to_string()),
                &counts.iter().sum::<usize>().to_string(),
            )
        };
        rows.extend(
            self.modules
                .iter()
                .map(|(name, counts)| numbers(name, counts)),
        );
        rows.push(numbers("total", &self.total));
        let columns = Kind::ALL.len() + 2;
        let width = |column: usize| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
        };
        let widths: Vec<usize> = (0..columns)
            .map(|column| width(column).unwrap_or(0))
            .collect();
        let mut text = String::new();
        for row in &rows {
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                if column == 0 {
                    text.push_str(&format!("{cell:<width$}"));
                } else {
                    text.push_str(&format!("  {cell:>width$}"));
                }
            }
            text.push('\n');
        }
        text
    }
}

fn row(name: &str, cells: &[String], total: &str) -> Vec<String> {
    let mut row = vec![name.to_string()];
    row.extend_from_slice(cells);
    row.push(total.to_string());
    row
}

/// One line of the table, for JSON.
#[derive(Debug, Serialize)]
pub struct Line {
    module: String,
    #[serde(flatten)]
    counts: BTreeMap<&'static str, usize>,
    total: usize,
}

impl Summary {
    /// The table's lines, for JSON.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let line = |(module, counts): &(String, Counts)| Line {
            module: module.clone(),
            counts: Kind::ALL
                .iter()
                .map(|kind| kind.name())
                .zip(*counts)
                .collect(),
            total: counts.iter().sum(),
        };
        self.modules.iter().map(line).collect()
    }
}
