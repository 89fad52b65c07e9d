//! Matrices in documents.

use flint::{Integer, Rational};
use wire::{Choice, Class, Field, Kind, ObjectReader, Presence, Report, Spec, Step, Tree, Wire, Writer, read_choice};

/// The most rows and the most columns of a matrix in a document.
const MAX_SIDE: u32 = 10_000;
/// The most entries of a matrix in a document.
const MAX_ENTRIES: usize = 1_000_000;

/// Dimensions are needed when there are no entries to count. No JSON stands for an absent one.
const COUNTED: Presence = Presence::Default("");

const COUNT: &Spec = &Spec::inline(Kind::Index { min: 0, max: MAX_SIDE as i64 });

macro_rules! matrix {
    ($(#[$documentation:meta])* $Matrix:ident of $Entry:ident: $name:literal $domain:literal $doc:literal) => {
        $(#[$documentation])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $Matrix(pub flint::$Matrix);

        impl $Matrix {
            const ROWS: &'static Spec = {
                const ROW: &Spec = &Spec::inline(Kind::List { item: $Entry::SPEC, min: 0, max: MAX_SIDE });
                &Spec::inline(Kind::List { item: ROW, min: 0, max: MAX_SIDE })
            };

            const DOMAIN: &'static Spec = &Spec::inline(Kind::Choice(&[Choice { name: $domain, doc: "" }]));

            const FIELDS: &'static [Field] = &[
                Field {
                    name: "domain",
                    doc: "Where the entries lie.",
                    spec: Self::DOMAIN,
                    presence: Presence::Default(concat!("\"", $domain, "\"")),
                },
                Field { name: "row_count", doc: "How many rows.", spec: COUNT, presence: COUNTED },
                Field { name: "column_count", doc: "How many columns.", spec: COUNT, presence: COUNTED },
                Field { name: "entries", doc: "The rows.", spec: Self::ROWS, presence: Presence::Default("[]") },
            ];
        }

        impl Wire for $Matrix {
            const SPEC: &'static Spec = &Spec::inline(Kind::Forms {
                canonical: &Spec::inline(Kind::Object($Matrix::FIELDS)),
                others: &[$Matrix::ROWS],
            })
            .named($name, $doc);

            fn read(tree: &Tree, _: &Spec, report: &mut Report) -> Option<$Matrix> {
                let (rows, columns, entries) = read_matrix::<$Entry>(tree, Self::FIELDS, Self::ROWS, report)?;
                flint::$Matrix::from_entries(rows, columns, entries).map($Matrix)
            }

            fn write(&self, out: &mut Writer) {
                write_matrix($domain, self.0.rows(), self.0.columns(), self.0.entries(), out);
            }
        }
    };
}

matrix! {
    /// A matrix of rational numbers.
    ///
    /// Written as `{"domain":"QQ","row_count","column_count","entries"}`. The counts may be absent where there are
    /// entries to count, and are needed for a matrix without rows that has columns. Also read: the rows alone.
    RationalMatrix of Rational: "RationalMatrix" "QQ"
        "A matrix of rational numbers, row by row; read also as its rows alone, [[\"1/2\",\"3\"],[0,1]]."
}

matrix! {
    /// A matrix of integers, as [`RationalMatrix`] with domain `"ZZ"`.
    IntegerMatrix of Integer: "IntegerMatrix" "ZZ"
        "A matrix of integers, row by row; read also as its rows alone, [[\"1\",\"-3\"],[0,1]]."
}

/// A word that a table with one choice has checked.
struct Domain;

impl Wire for Domain {
    const SPEC: &'static Spec = &Spec::inline(Kind::Choice(&[]));

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Domain> {
        read_choice(tree, spec, report).map(|_| Domain)
    }

    fn write(&self, _: &mut Writer) {}
}

type Dimensions<E> = (usize, usize, Vec<E>);

fn read_matrix<E: Wire>(
    tree: &Tree,
    fields: &'static [Field],
    rows: &Spec,
    report: &mut Report,
) -> Option<Dimensions<E>> {
    match tree {
        Tree::List(_) => {
            let rows = Vec::<Vec<E>>::read(tree, rows, report)?;
            assembled(rows, None, None, &[], report)
        }
        Tree::Object(_) => {
            let mut object = ObjectReader::open(tree, &Spec::inline(Kind::Object(fields)), report)?;
            let _: Option<Domain> = object.field(0);
            let (row_count, column_count) = (object.field::<usize>(1), object.field::<usize>(2));
            let rows = object.field::<Vec<Vec<E>>>(3);
            object.finish()?;
            assembled(rows?, row_count, column_count, &["entries"], report)
        }
        other => {
            let message =
                format!("expected a matrix as an object with \"entries\", or its rows, found {}", other.kind());
            report.structure("wrong_type", message);
            None
        }
    }
}

/// Rows of equal length that agree with the counts. `place` leads to the rows.
fn assembled<E>(
    rows: Vec<Vec<E>>,
    row_count: Option<usize>,
    column_count: Option<usize>,
    place: &[&'static str],
    report: &mut Report,
) -> Option<Dimensions<E>> {
    const CODE: &str = "matrix.shape_mismatch";
    let before = report.count();
    let columns = column_count.or(rows.first().map(Vec::len)).unwrap_or(0);
    // A matrix without columns has nothing to write in its rows, so these may be left out.
    let implied = row_count.filter(|_| rows.is_empty() && column_count == Some(0));
    let count = implied.unwrap_or(rows.len());
    if let Some(stated) = row_count.filter(|stated| *stated != count) {
        let message = format!("there are {count} rows, not {stated}; correct or omit this number");
        report.add_at(["row_count"], Class::Domain, CODE, message);
    }
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.len() != columns) {
        let steps = place.iter().map(|step| Step::from(*step)).chain([Step::from(index)]);
        let message = format!("this row has {} entries; every row must have {columns}", row.len());
        report.add_at(steps, Class::Domain, CODE, message);
    }
    if count * columns > MAX_ENTRIES {
        let message = format!("a {count} x {columns} matrix is too large: at most {MAX_ENTRIES} entries are admitted");
        report.size("matrix.too_many_entries", message);
    }
    (report.count() == before).then(|| (count, columns, rows.into_iter().flatten().collect()))
}

fn write_matrix<E: Wire>(domain: &str, rows: usize, columns: usize, entries: &[E], out: &mut Writer) {
    out.begin_object();
    out.key("domain");
    out.text(domain);
    out.key("row_count");
    rows.write(out);
    out.key("column_count");
    columns.write(out);
    out.key("entries");
    out.begin_list();
    for row in 0..rows {
        out.begin_list();
        entries[row * columns..][..columns].iter().for_each(|entry| entry.write(out));
        out.end_list();
    }
    out.end_list();
    out.end_object();
}
