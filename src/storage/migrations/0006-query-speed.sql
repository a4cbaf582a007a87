-- Accepted events per issue and epoch day (UTC): trends of a month and more are drawn from these, a
-- twenty-fourth of the rows of the hours.
CREATE TABLE issue_day (
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  day BIGINT NOT NULL,
  event_count BIGINT NOT NULL,
  PRIMARY KEY (org_id, issue_id, day),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};
INSERT INTO issue_day (org_id, issue_id, day, event_count)
  SELECT org_id, issue_id, hour / 24, sum(event_count) FROM issue_hour GROUP BY org_id, issue_id, hour / 24;

-- Each address of issue_email once, for the search for a part of one. No reference to org: on PostgreSQL it
-- would lock that row with every batch, and organizations are not deleted.
CREATE TABLE email_address (
  org_id BIGINT NOT NULL,
  email TEXT NOT NULL,
  PRIMARY KEY (org_id, email)
) {{clustered}};
INSERT INTO email_address (org_id, email) SELECT DISTINCT org_id, email FROM issue_email;

-- A deleted issue is taken out of the dead letters that name it.
CREATE INDEX dead_letter_issue ON dead_letter (org_id, issue_id) WHERE issue_id IS NOT NULL;

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('issue_day', 'issue_day', '300000 300000 6 1'),
  ('email_address', 'email_address', '50000 50000 1'),
  ('issue', 'issue_assignee', '5000 5000 250 25 25'),
  ('dead_letter', 'dead_letter_issue', '1000 1000 2'),
  ('issue_comment', 'issue_comment_issue', '10000 10000 5 1'),
  ('alert', 'sqlite_autoindex_alert_1', '50000 1'),
  ('alert', 'sqlite_autoindex_alert_2', '50000 50000 1'),
  ('alert', 'alert_list', '50000 50000 1 1'),
  ('alert', 'alert_unread', '1000 1000 1 1'),
  ('alert', 'alert_issue', '50000 50000 2'),
  ('alert', 'alert_age', '50000 50000 5000 1');
{{sqlite_only}} ANALYZE sqlite_schema;
