-- What a project leaves out, and what of its events is secret beside what always is, as JSON. Null: nothing.
ALTER TABLE project ADD COLUMN inbound_filters TEXT;
ALTER TABLE project ADD COLUMN scrub_rules TEXT;

-- What was sent, or could have been, and did not become an event: how many of each reason, by hour of arrival.
CREATE TABLE project_drop (
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  hour BIGINT NOT NULL,
  reason TEXT NOT NULL,
  quantity BIGINT NOT NULL,
  PRIMARY KEY (org_id, project_id, hour, reason),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
) {{clustered}};
