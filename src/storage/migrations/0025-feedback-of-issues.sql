-- What leads feedback to its issue if its event is not stored: the preview under which the event was counted, or
-- the issue that a stored event belonged to until it was evicted. No key to `issue`: rows of deletions go in steps.
ALTER TABLE feedback ADD COLUMN preview TEXT;
ALTER TABLE feedback ADD COLUMN issue_id BIGINT;

DROP INDEX feedback_list;
CREATE INDEX feedback_list ON feedback
  (org_id, project_id, created_at DESC, id DESC, event_id, preview, issue_id);

-- An index that is dropped takes its figures along.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('feedback', 'feedback_list', '10000 10000 1000 1 1 1 1 1');
{{sqlite_only}} ANALYZE sqlite_schema;
