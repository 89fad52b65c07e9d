//! What an operation is: descriptor, bounds, cost, context, outcomes, checks.
