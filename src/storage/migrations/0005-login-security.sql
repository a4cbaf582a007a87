-- Each login attempt drops the failures that no longer count; a flood of them must not make that slow.
CREATE INDEX login_failure_age ON login_failure (failed_at);
