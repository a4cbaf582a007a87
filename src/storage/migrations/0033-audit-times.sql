-- Entries of the audit log within a span of time: the span leads to row keys, by which the log is in order.
CREATE INDEX audit_entry_at ON audit_entry (org_id, at, id);

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('audit_entry', 'audit_entry_at', '100000 50000 1 1');
{{sqlite_only}} ANALYZE sqlite_schema;
