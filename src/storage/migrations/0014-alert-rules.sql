-- Grows with each change of the project's rules: what is kept of them in memory is known to be the same by it.
ALTER TABLE project ADD COLUMN rules_revision BIGINT NOT NULL DEFAULT 1;

-- When an issue is worth an alert. What was counted for a rule hangs on counter_key, a revision of its project: with
-- another query it counts under another key. counted_from: epoch ms since when every event was looked at.
CREATE TABLE alert_rule (
  id {{identity}},
  uid TEXT NOT NULL UNIQUE,
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  enabled BIGINT NOT NULL,
  kind TEXT NOT NULL,
  query TEXT NOT NULL,
  window_minutes BIGINT NOT NULL,
  threshold_type TEXT NOT NULL,
  threshold_value BIGINT NOT NULL,
  cooldown_minutes BIGINT NOT NULL,
  counter_key BIGINT NOT NULL,
  counted_from BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
);
CREATE INDEX alert_rule_project ON alert_rule (org_id, project_id, id);

-- What the rules of its project have counted of an issue lately, and when they fired: one row, kept until the last
-- window and cool-down in it is over.
CREATE TABLE issue_rule_state (
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  state TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, issue_id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};

-- The rule that every project begins with.
INSERT INTO alert_rule (uid, org_id, project_id, name, enabled, kind, query, window_minutes, threshold_type,
    threshold_value, cooldown_minutes, counter_key, counted_from, created_at)
  SELECT {{new_uuid}}, org_id, id, 'Spike in events', 1, 'velocity', '', 15, 'percent_increase', 300, 60, 1,
    {{now_ms}}, {{now_ms}}
  FROM project WHERE deleted_at IS NULL;

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('alert_rule', 'alert_rule_project', '1000 1000 10 1'),
  ('alert_rule', 'sqlite_autoindex_alert_rule_1', '1000 1'),
  ('issue_rule_state', 'issue_rule_state', '10000 10000 1');
{{sqlite_only}} ANALYZE sqlite_schema;
