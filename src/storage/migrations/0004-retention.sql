-- Of the stored events of an hour, those whose rows went with time: per hour, too, event_count is stored, evicted
-- and counted only together.
ALTER TABLE issue_hour ADD COLUMN evicted_event_count BIGINT NOT NULL DEFAULT 0;

-- How releases are told apart: decided when an issue is resolved, and noted again when it regresses.
ALTER TABLE issue ADD COLUMN resolved_comparison TEXT;
ALTER TABLE issue ADD COLUMN regression_comparison TEXT;

-- Holds that end by the clock, the next one first.
CREATE INDEX issue_snooze_due ON issue (snooze_until) WHERE snooze_until IS NOT NULL;

CREATE INDEX feedback_age ON feedback (org_id, project_id, created_at);
CREATE INDEX dead_letter_age ON dead_letter (org_id, project_id, created_at);
CREATE INDEX alert_age ON alert (org_id, project_id, fired_at);

-- Work that one node at a time does: who has it, and until when.
CREATE TABLE lease (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  expires_at BIGINT NOT NULL
) {{clustered}};

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('issue', 'issue_snooze_due', '1000 2'),
  ('feedback', 'feedback_age', '10000 10000 1000 1'),
  ('dead_letter', 'dead_letter_age', '1000 1000 100 1');
{{sqlite_only}} ANALYZE sqlite_schema;
