//! Runs one operation under limits: workers, pool, queue, containment.
