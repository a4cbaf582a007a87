-- The events of a project's issues by their own hour, so that a project's usage does not read those of every issue
-- (decision 0194). `counted_only_count`: those of them that were never stored.
CREATE TABLE project_hour (
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  hour BIGINT NOT NULL,
  event_count BIGINT NOT NULL,
  counted_only_count BIGINT NOT NULL,
  PRIMARY KEY (org_id, project_id, hour),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
) {{clustered}};

-- The epoch day from which these rows are complete; null: all are.
ALTER TABLE project ADD COLUMN hours_from BIGINT;
UPDATE project SET hours_from = folded_to;

INSERT INTO project_hour (org_id, project_id, hour, event_count, counted_only_count)
  SELECT issue.org_id, issue.project_id, issue_hour.hour, sum(issue_hour.event_count),
    sum(issue_hour.event_count - issue_hour.stored_event_count - issue_hour.evicted_event_count)
  FROM issue_hour
  JOIN issue ON issue.org_id = issue_hour.org_id AND issue.id = issue_hour.issue_id
  JOIN project ON project.org_id = issue.org_id AND project.id = issue.project_id
  WHERE project.deleted_at IS NULL AND issue_hour.hour >= coalesce(project.hours_from, 0) * 24
  GROUP BY issue.org_id, issue.project_id, issue_hour.hour;

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('project_hour', 'project_hour', '20000 20000 700 1');
{{sqlite_only}} ANALYZE sqlite_schema;

-- Lists with a condition that few rows meet, in their order: they were read through to the end.
DROP INDEX alert_issue;
CREATE INDEX alert_issue ON alert (org_id, issue_id, fired_at DESC, id DESC) WHERE issue_id IS NOT NULL;
CREATE INDEX alert_ignored ON alert (org_id, fired_at DESC, id DESC) WHERE ignored = 1;
CREATE INDEX audit_entry_action ON audit_entry (org_id, action, id);
CREATE INDEX audit_entry_actor ON audit_entry (org_id, actor_id, id);
CREATE INDEX feedback_issue ON feedback (org_id, issue_id) WHERE issue_id IS NOT NULL;
CREATE INDEX feedback_preview ON feedback (org_id, preview) WHERE preview IS NOT NULL;

-- As above. An index that is dropped takes its figures along; without any, SQLite reads the unread alerts by `alert_issue`.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('alert', 'alert_issue', '50000 50000 2 1 1'),
  ('alert', 'alert_ignored', '1000 1000 1 1'),
  ('audit_entry', 'audit_entry_action', '100000 50000 5000 1'),
  ('audit_entry', 'audit_entry_actor', '100000 50000 5000 1'),
  ('feedback', 'feedback_issue', '5000 5000 2'),
  ('feedback', 'feedback_preview', '5000 5000 2');
{{sqlite_only}} ANALYZE sqlite_schema;
