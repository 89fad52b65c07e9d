//! The typed body of an operation behind one untyped interface.

use wire::{Report, Tree, Wire, Writer, from_tree};

use crate::context::Context;
use crate::cost::Cost;
use crate::stop::{Broken, Stop};

/// What an operation does, on documents.
pub trait Body: Sync {
    /// Reads and admits a request, and predicts its cost.
    fn admit(&self, payload: &Tree) -> Result<Cost, Stop>;

    /// Reads, admits, runs and checks a request, and writes its answer as canonical JSON. `admitted` hears the predicted cost
    /// before the run and may stop it.
    fn run(&self, payload: &Tree, context: &Context, admitted: &mut Admitted) -> Result<String, Stop>;

    /// The canonical form of an answer, right or wrong; `None` when the document has not the form of one.
    fn canonical(&self, answer: &Tree) -> Option<String>;

    /// Accepts or refuses a claimed answer. The outer error says why the question itself has no answer (a refused request, a
    /// deadline); the inner one why the claim is wrong.
    fn check(&self, payload: &Tree, claimed: &Tree, context: &Context) -> Result<Result<(), Broken>, Stop>;
}

/// Hears the predicted cost of an admitted request before it runs.
pub type Admitted<'a> = dyn FnMut(Cost) -> Result<(), Stop> + 'a;

/// The functions of an operation on its own types.
pub struct Typed<Q: 'static, R: 'static> {
    /// Predicts the cost of a request.
    pub cost: fn(&Q) -> Cost,
    /// Reports relations between fields that do not hold.
    pub admit: fn(&Q, &mut Report),
    /// Computes the answer.
    pub run: fn(&Q, &Context) -> Result<R, Stop>,
    /// Checks an answer, any answer: it must refuse every wrong one.
    pub check: Option<Check<Q, R>>,
}

/// Accepts or refuses an answer to a request.
pub type Check<Q, R> = fn(&Q, &R, &Context) -> Result<(), Broken>;

impl<Q: Wire, R: Wire> Typed<Q, R> {
    fn read(&self, payload: &Tree) -> Result<Q, Stop> {
        let mut report = Report::new();
        let request = from_tree::<Q>(payload, &mut report);
        if let Some(request) = request {
            (self.admit)(&request, &mut report);
            if report.is_clean() {
                return Ok(request);
            }
        }
        Err(Stop::from(report))
    }
}

fn written<R: Wire>(answer: &R) -> String {
    let mut out = Writer::new();
    answer.write(&mut out);
    out.into_string()
}

impl<Q: Wire, R: Wire> Body for Typed<Q, R> {
    fn admit(&self, payload: &Tree) -> Result<Cost, Stop> {
        self.read(payload).map(|request| (self.cost)(&request))
    }

    fn run(&self, payload: &Tree, context: &Context, admitted: &mut Admitted) -> Result<String, Stop> {
        let request = self.read(payload)?;
        admitted((self.cost)(&request))?;
        context.look()?;
        let answer = (self.run)(&request, context)?;
        context.look()?;
        if let Some(check) = self.check {
            check(&request, &answer, context)
                .map_err(|Broken(condition)| Stop::Fault(format!("the answer failed its check: {condition}")))?;
            context.look()?;
        }
        Ok(written(&answer))
    }

    fn canonical(&self, answer: &Tree) -> Option<String> {
        from_tree::<R>(answer, &mut Report::new()).map(|answer| written(&answer))
    }

    fn check(&self, payload: &Tree, claimed: &Tree, context: &Context) -> Result<Result<(), Broken>, Stop> {
        let request = self.read(payload)?;
        let mut report = Report::new();
        let Some(answer) = from_tree::<R>(claimed, &mut report) else {
            let (problems, _) = report.into_problems();
            let first = problems.first().map_or(String::new(), |problem| {
                let place: Vec<String> = problem.location.iter().map(ToString::to_string).collect();
                format!(" at \"{}\": {}", place.join("."), problem.message)
            });
            return Ok(Err(Broken(format!("the claimed answer has not the form of an answer{first}"))));
        };
        match self.check {
            Some(check) => {
                let verdict = check(&request, &answer, context);
                // A check that ran out of time has decided nothing.
                if verdict.is_err() {
                    context.look()?;
                }
                Ok(verdict)
            }
            // Where an answer needs no check it is unique, and computing it again decides.
            None => {
                let right = written(&(self.run)(&request, context)?);
                let same = written(&answer) == right;
                Ok(if same { Ok(()) } else { Err(Broken("the answer is another one".to_owned())) })
            }
        }
    }
}

/// A law, tested on documents.
pub trait LawBody: Sync {
    /// Whether the law holds for a request; `None` when it says nothing about it.
    fn holds(&self, operation: &crate::Operation, payload: &Tree, context: &Context) -> Result<Option<bool>, Stop>;
}

/// A law on the operation's own types.
pub struct TypedLaw<Q: 'static, R: 'static> {
    /// Makes another request of a request; `None` when the law says nothing about it.
    pub transform: fn(&Q) -> Option<Q>,
    /// What must hold between the answers to the request and to its transform.
    pub relation: fn(&R, &R) -> bool,
}

impl<Q: Wire, R: Wire> LawBody for TypedLaw<Q, R> {
    fn holds(&self, operation: &crate::Operation, payload: &Tree, context: &Context) -> Result<Option<bool>, Stop> {
        let read = |tree: &Tree| {
            let mut report = Report::new();
            from_tree::<Q>(tree, &mut report).ok_or_else(|| Stop::from(report))
        };
        let answer = |payload: &Tree| -> Result<R, Stop> {
            let json = operation.body.run(payload, context, &mut |_| Ok(()))?;
            let mut report = Report::new();
            match wire::from_json::<R>(&json, &mut report) {
                Ok(Some(answer)) => Ok(answer),
                _ => Err(Stop::Fault("the operation cannot read its own answer".to_owned())),
            }
        };
        let Some(transformed) = (self.transform)(&read(payload)?) else { return Ok(None) };
        let (first, second) = (answer(payload)?, answer(&wire::to_tree(&transformed))?);
        Ok(Some((self.relation)(&first, &second)))
    }
}
